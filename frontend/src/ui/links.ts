// Addresses come from pages that nobody vouches for.

/** The address where it is one of the web, else undefined: `javascript:` and its kin never become links. */
export function safeUrl(url: string | null | undefined): string | undefined {
  return url && /^https?:\/\//i.test(url) ? url : undefined;
}

/** The end of an address, for people. */
export function shortUrl(url: string): string {
  const path = url.replace(/^[a-z]+:\/\//i, "").replace(/[?#].*$/, "").replace(/\/$/, "");
  return path.split("/").at(-1) ?? "";
}

/** The host of an address, else its start. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.slice(0, 60);
}
