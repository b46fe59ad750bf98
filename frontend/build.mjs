// Builds what the Python package ships: the page of `serve` and the script and style of the report, under fixed names.
// `node build.mjs --out DIR` builds into another folder, so that a test can compare the two.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const HERE = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf("--out");
const OUT = at > 0 ? resolve(process.argv[at + 1]) : resolve(HERE, "../src/pagerows");
const STATIC = join(OUT, "serve/static");
const REPORT = join(OUT, "export/report");

const shared = {
  root: HERE,
  configFile: false,
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  define: { "process.env.NODE_ENV": '"production"' },
};

/** One entry as one classic script and one style sheet. */
async function bundle(entry, name, folder) {
  await build({
    ...shared,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      cssCodeSplit: false,
      lib: { entry: join(HERE, entry), name: "pagerows", formats: ["iife"], fileName: () => `${name}.js`, cssFileName: name },
    },
  });
}

/** What the built files were made from: a check without Node compares this with the sources. */
export async function fingerprint() {
  const hash = createHash("sha256");
  for (const path of await sources()) {
    hash.update(`${path}\n`).update(await readFile(join(HERE, path))).update("\n");
  }
  return hash.digest("hex");
}

async function sources() {
  const found = await readdir(join(HERE, "src"), { recursive: true, withFileTypes: true });
  const files = found.filter((f) => f.isFile()).map((f) => relative(HERE, join(f.parentPath, f.name)).split(sep).join("/"));
  return [...files, "build.mjs", "package.json", "package-lock.json"].sort();
}

await mkdir(STATIC, { recursive: true });
await mkdir(REPORT, { recursive: true });
await bundle("src/app/main.tsx", "app", STATIC);
await bundle("src/report/main.tsx", "report", REPORT);
await bundle("src/frame/main.ts", "frame", join(OUT, "serve"));
for (const file of ["index.html", "icon.svg"]) await cp(join(HERE, "src/app", file), join(STATIC, file));
await writeFile(join(STATIC, "sources.sha256"), `${await fingerprint()}\n`);
await rm(join(HERE, "dist"), { recursive: true, force: true });
