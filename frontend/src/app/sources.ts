// What people paste, drop and open, as sources that the server takes.
import { fileName } from "../ui/save";
import type { Source } from "./api";

export type Pasted = { kind: "url"; url: string } | { kind: "html"; html: string } | { kind: "urls"; urls: string[] } | { kind: "unclear" };

/** Markup, an address, several addresses, or nothing that we know. */
export function recognise(text: string): Pasted {
  const plain = text.trim();
  if (/<[a-z!/][^>]*>/i.test(plain)) return { kind: "html", html: text };
  const lines = plain.split(/\s+/).map(asUrl);
  if (!plain || lines.some((line) => line === null)) return { kind: "unclear" };
  return lines.length === 1 ? { kind: "url", url: lines[0]! } : { kind: "urls", urls: [...new Set(lines as string[])] };
}

/** An address, with https where people leave it out; null where it is none. */
export function asUrl(text: string): string | null {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return null;
  const { hostname } = new URL(whole);
  const likely = hostname.includes(".") || hostname === "localhost" || hostname.startsWith("[");
  return likely && !/[<>"]/.test(text) ? whole : null;
}

/** What a page that was pasted is called: its title, so that pages with the same title can be compared. */
export function nameOf(html: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(html.slice(0, 100_000))?.[1]?.trim();
  return title ? `${fileName(title)}.html` : "pasted.html";
}

const PAGES = /\.(x?html?|mhtml?|mht)(\.gz)?$/i;

export const isPage = (name: string) => PAGES.test(name);

export async function fileSource(file: File): Promise<Source> {
  return { data: await base64(file), name: file.name };
}

async function base64(file: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((done, fail) => {
    reader.onload = () => done((reader.result as string).split(",", 2)[1] ?? "");
    reader.onerror = () => fail(new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });
}

/** The files of what was dropped; of folders the pages inside, in order of their names. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const isFolder = entries.some((entry) => entry.isDirectory);
  if (!isFolder) return [...data.files];
  const files = (await Promise.all(entries.map(filesBelow))).flat();
  return files.filter((file) => isPage(file.name)).sort((a, b) => a.name.localeCompare(b.name, "en"));
}

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  for (;;) {
    // A folder is read in pieces of a hundred.
    const piece = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (!piece.length) return found;
    for (const below of piece) found.push(...(await filesBelow(below)));
  }
}
