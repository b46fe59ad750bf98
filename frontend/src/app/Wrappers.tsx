// What was learned of sites: to be run on other pages, taken along, or forgotten.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../ui/icons";
import { say } from "../ui/toast";
import { type Wrapper, api, messageOf } from "./api";
import { openSource } from "./opening";
import { When } from "./RunLine";
import { asUrl } from "./sources";

export function Wrappers() {
  const wrappers = useSignal<Wrapper[] | null>(null);
  useEffect(() => {
    document.title = "Wrappers - pagerows";
    api.wrappers().then(
      (found) => (wrappers.value = found.wrappers),
      (error) => ((wrappers.value = []), say(messageOf(error), true)),
    );
  }, []);
  const forget = async (wrapper: Wrapper) => {
    if (!confirm(`Forget the wrapper “${wrapper.name}”? Tables that were made with it stay.`)) return;
    try {
      await api.forgetWrapper(wrapper.id);
      wrappers.value = (wrappers.value ?? []).filter((own) => own !== wrapper);
    } catch (error) {
      say(messageOf(error), true);
    }
  };
  return (
    <div class="sheet">
      <div class="sheet-head">
        <h1>Wrappers</h1>
      </div>
      <p class="soft">A wrapper knows one list of one site and gives the same columns on every page of it. “More pages” over a table saves one.</p>
      {wrappers.value?.length === 0 && <p class="soft">None yet.</p>}
      <ul class="wrappers">
        {wrappers.value?.map((wrapper) => (
          <li key={wrapper.id}>
            <h2>{wrapper.name}</h2>
            <p class="soft">
              {wrapper.columns.join(", ")} · learned <When time={wrapper.created} />
            </p>
            <form
              class="one-line"
              onSubmit={(event) => {
                event.preventDefault();
                const url = asUrl(String(new FormData(event.currentTarget).get("url")).trim());
                if (url) void openSource({ url }, url, { wrapper: wrapper.id });
                else say("That is no address. One looks like shop.example/tents.", true);
              }}
            >
              <input name="url" aria-label={`A page for ${wrapper.name}`} placeholder="Address of a page" autoComplete="off" />
              <button type="submit">Read it</button>
              <a class="button" href={api.wrapperFile(wrapper.id)} download>
                <Icon name="download" />
                File
              </a>
              <button type="button" class="plain icon-only" aria-label={`Forget ${wrapper.name}`} onClick={() => void forget(wrapper)}>
                <Icon name="trash" />
              </button>
            </form>
          </li>
        ))}
      </ul>
    </div>
  );
}
