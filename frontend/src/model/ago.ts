// How long ago something was, as people say it.

const STEPS: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [7 * 86_400, 86_400, "day"],
];

/** "5 minutes ago", and the day where that is more than a week. */
export function ago(date: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  if (seconds < 45) return "just now";
  for (const [limit, size, unit] of STEPS) {
    if (seconds < limit) return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.round(seconds / size), unit);
  }
  return date.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
}
