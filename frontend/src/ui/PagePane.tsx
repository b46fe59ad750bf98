// The pane around the frame that shows the page.
import type { ComponentChildren } from "preact";
import { safeUrl } from "./links";
import { Icon } from "./icons";

interface PagePaneProps {
  address: string;
  hint: string;
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export function PagePane({ address, hint, tools, children }: PagePaneProps) {
  const url = safeUrl(address);
  return (
    <section class="page-pane" aria-label="The page">
      <div class="page-bar">
        <span class="page-hint" aria-live="polite">
          {hint}
        </span>
        {tools}
        {url && (
          <a class="button icon-only" href={url} target="_blank" rel="noopener noreferrer" aria-label="Open the page itself" title={url}>
            <Icon name="link" />
          </a>
        )}
      </div>
      {children}
    </section>
  );
}
