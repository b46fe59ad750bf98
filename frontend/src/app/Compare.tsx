// Two runs of a page: which rows have come, gone and changed.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { counted } from "../model/table";
import { safeUrl, shortUrl } from "../ui/links";
import { type Compared, type Run, api, messageOf } from "./api";
import { When } from "./RunLine";
import { follow } from "./route";

export function Compare({ before, after }: { before: string; after: string }) {
  const found = useSignal<Compared | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    document.title = "Compare - pagerows";
    api.compare(before, after).then(
      (answer) => (found.value = answer),
      (error) => (problem.value = messageOf(error)),
    );
  }, [before, after]);
  if (problem.value) {
    return (
      <div class="message" role="alert">
        <h1>These two cannot be compared</h1>
        <p>{problem.value}</p>
      </div>
    );
  }
  const own = found.value;
  if (!own) return <p class="unseen" role="status">Comparing</p>;
  const { counts } = own;
  return (
    <div class="sheet">
      <div class="sheet-head">
        <h1>{own.after.title || own.after.source}</h1>
      </div>
      <p class="soft">
        Before: <Link run={own.before} /> · after: <Link run={own.after} />
        {own.key && ` · rows are matched by ${own.key}`}
      </p>
      <ul class="tally" aria-label="Summary">
        <li>
          <b>{counts.added.toLocaleString("en")}</b> added
        </li>
        <li>
          <b>{counts.gone.toLocaleString("en")}</b> gone
        </li>
        <li>
          <b>{counts.changed.toLocaleString("en")}</b> changed
        </li>
        <li>
          <b>{own.same.toLocaleString("en")}</b> the same
        </li>
      </ul>
      {counts.added + counts.gone + counts.changed === 0 && <p>Nothing has changed.</p>}
      <Changed compared={own} />
      <Whole title="Added" kind="added" rows={own.added} count={counts.added} columns={own.columns} />
      <Whole title="Gone" kind="gone" rows={own.gone} count={counts.gone} columns={own.columns} />
    </div>
  );
}

function Link({ run }: { run: Run }) {
  return (
    <a href={`/run/${run.id}`} onClick={follow}>
      <When time={run.created} /> ({counted(run.rows, "row")})
    </a>
  );
}

function Changed({ compared: { changed, counts, columns } }: { compared: Compared }) {
  if (!changed.length) return null;
  return (
    <section aria-label="Changed">
      <h2>Changed</h2>
      <Scrolled>
        <thead>
          <tr>
            <th>Record</th>
            <th>Column</th>
            <th>Before</th>
            <th>After</th>
          </tr>
        </thead>
        <tbody>
          {changed.flatMap((row) =>
            columns
              .filter((name) => row.cells[name])
              .map((name) => (
                <tr key={`${row.row_before} ${name}`}>
                  <th scope="row" title={row.key}>
                    {safeUrl(row.label) ? shortUrl(row.label) : row.label}
                  </th>
                  <td>{name}</td>
                  <td>
                    <del>{row.cells[name]![0] ?? "empty"}</del>
                  </td>
                  <td>
                    <ins>{row.cells[name]![1] ?? "empty"}</ins>
                  </td>
                </tr>
              )),
          )}
        </tbody>
      </Scrolled>
      <Cut shown={changed.length} count={counts.changed} />
    </section>
  );
}

interface WholeProps {
  title: string;
  kind: "added" | "gone";
  rows: Compared["added"];
  count: number;
  columns: string[];
}

function Whole({ title, kind, rows, count, columns }: WholeProps) {
  if (!rows.length) return null;
  return (
    <section aria-label={title} class={`is-${kind}`}>
      <h2>{title}</h2>
      <Scrolled>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              {columns.map((name) => (
                <td key={name}>{cells[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Scrolled>
      <Cut shown={rows.length} count={count} />
    </section>
  );
}

function Scrolled({ children }: { children: preact.ComponentChildren }) {
  return (
    <div class="scrolled" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function Cut({ shown, count }: { shown: number; count: number }) {
  return shown < count ? <p class="soft">The first {shown.toLocaleString("en")} of {count.toLocaleString("en")}.</p> : null;
}
