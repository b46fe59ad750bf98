// A server that others can reach asks for its token.
import { useSignal } from "@preact/signals";
import { api, messageOf } from "./api";

export function SignIn({ onDone }: { onDone(): void }) {
  const problem = useSignal<string | null>(null);
  return (
    <main class="message">
      <h1>This server asks for its token</h1>
      <p class="soft">Whoever started it has set one (PAGEROWS_TOKEN or --token-file).</p>
      <form
        class="one-line"
        onSubmit={async (event) => {
          event.preventDefault();
          try {
            await api.signIn(new FormData(event.currentTarget).get("token") as string);
            onDone();
          } catch (error) {
            problem.value = messageOf(error);
          }
        }}
      >
        <label class="unseen" for="token">
          Token
        </label>
        <input id="token" name="token" type="password" autoComplete="current-password" autoFocus />
        <button type="submit" class="main">
          Go on
        </button>
      </form>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </main>
  );
}
