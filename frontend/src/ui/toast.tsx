// One line at the bottom that says what has happened, also to screen readers.
import { signal } from "@preact/signals";

interface Toast {
  text: string;
  bad: boolean;
}

const shown = signal<Toast | null>(null);
let timer = 0;

export function say(text: string, bad = false): void {
  shown.value = { text, bad };
  clearTimeout(timer);
  timer = window.setTimeout(() => (shown.value = null), bad ? 9000 : 3500);
}

export function Toasts() {
  const toast = shown.value;
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast && (
        <p class={toast.bad ? "toast is-bad" : "toast"}>
          {toast.text}
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => (shown.value = null)}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}
