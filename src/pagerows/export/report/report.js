// Rows of tables and records of the page point at each other. The page is in a sandbox without scripts; this one reaches in.
(() => {
  const frame = document.querySelector("iframe");
  const quiet = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  let lit = null;

  const parts = (name) => {
    const page = frame.contentDocument;
    return page ? [...page.querySelectorAll(`[data-record~="${name}"]`)] : [];
  };
  const row = (name) => document.querySelector(`tr[data-record="${name}"]`);

  const light = (name, from) => {
    if (name === lit) return;
    if (lit) {
      for (const part of parts(lit)) part.removeAttribute("data-lit");
      row(lit)?.removeAttribute("data-lit");
    }
    lit = name;
    if (!name) return;
    const marked = parts(name);
    const line = row(name);
    for (const part of marked) part.setAttribute("data-lit", "");
    line?.setAttribute("data-lit", "");
    if (from === "table" && marked.length) marked[0].scrollIntoView({ block: "nearest", behavior: quiet ? "auto" : "smooth" });
    if (from === "page" && line) {
      line.closest("details").open = true;
      const box = line.closest(".scroll");
      const section = line.closest("section");
      box.scrollTop = Math.max(0, line.offsetTop - box.clientHeight / 2);
      const place = section.getBoundingClientRect();
      if (place.bottom < 80 || place.top > innerHeight - 80) section.scrollIntoView({ block: "start" });
    }
  };

  for (const table of document.querySelectorAll(".records")) {
    const over = (event) => light(event.target.closest("tr[data-record]")?.dataset.record ?? null, "table");
    table.addEventListener("mouseover", over);
    table.addEventListener("focusin", over);
    table.addEventListener("mouseleave", () => light(null));
  }

  const wire = () => {
    const page = frame.contentDocument;
    if (!page?.body || page.body.dataset.wired) return;
    page.body.dataset.wired = "yes";
    page.addEventListener("mouseover", (event) => {
      const part = event.target.closest?.("[data-record]");
      light(part ? part.dataset.record.split(" ")[0] : null, "page");
    });
    page.addEventListener("mouseleave", () => light(null));
    page.addEventListener("click", (event) => event.preventDefault(), true);
  };
  frame.addEventListener("load", wire);
  wire();

  // A link to a region opens it and shows its first record.
  const open = () => {
    const card = document.getElementById(location.hash.slice(1));
    const details = card?.querySelector("details");
    if (!details) return;
    details.open = true;
    const first = card.querySelector("tr[data-record]");
    if (first) parts(first.dataset.record)[0]?.scrollIntoView({ block: "center" });
  };
  addEventListener("hashchange", open);
  frame.addEventListener("load", () => {
    open();
    if (!location.hash) parts("1-0")[0]?.scrollIntoView({ block: "center" });
  });
})();
