// Light, dark, or what the machine says.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../ui/icons";

const NEXT = { system: "light", light: "dark", dark: "system" } as const;
type Theme = keyof typeof NEXT;

const kept = (): Theme => {
  const found = localStorage.getItem("theme");
  return found === "light" || found === "dark" ? found : "system";
};

export function ThemeButton() {
  const theme = useSignal<Theme>(kept());
  useEffect(() => {
    if (theme.value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    localStorage.setItem("theme", theme.value);
  }, [theme.value]);
  return (
    <button type="button" class="plain icon-only" title={`Colours: ${theme.value}`} aria-label={`Colours: ${theme.value}`} onClick={() => (theme.value = NEXT[theme.value])}>
      <Icon name="sun" />
    </button>
  );
}
