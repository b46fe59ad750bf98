import { expect, test } from "vitest";
import { asUrl, isPage, nameOf, recognise } from "../src/app/sources";
import { ago } from "../src/model/ago";

test.each([
  ["https://shop.example/a", "url"],
  [" shop.example/a?b=c#d ", "url"],
  ["localhost:8000/x", "url"],
  ["http://127.0.0.1:9", "url"],
  ["<ul><li>x</li></ul>", "html"],
  ["text with <b>markup</b>", "html"],
  ["https://a.example\nb.example/2\n", "urls"],
  ["two words", "unclear"],
  ["", "unclear"],
  ["a < b", "unclear"],
])("%j is recognised as %s", (text, kind) => expect(recognise(text).kind).toBe(kind));

test("addresses get their https, and each is read once", () => {
  expect(asUrl("shop.example/a")).toBe("https://shop.example/a");
  expect(asUrl("shop")).toBeNull();
  expect(recognise("a.example b.example a.example")).toEqual({ kind: "urls", urls: ["https://a.example", "https://b.example"] });
});

test("pages are told by how their names end", () => {
  expect(["a.html", "a.HTM", "a.mhtml", "a.html.gz", "a.txt", "a.css"].map(isPage)).toEqual([true, true, true, true, false, false]);
});

test("a page that was pasted is called by its title", () => {
  expect(nameOf("<html><title lang=en> Camping gear </title>")).toBe("camping-gear.html");
  expect(nameOf("<p>x")).toBe("pasted.html");
});

test("times are told as people say them", () => {
  const now = new Date("2026-05-10T12:00:00Z");
  const told = (time: string) => ago(new Date(time), now);
  expect(told("2026-05-10T11:59:50Z")).toBe("just now");
  expect(told("2026-05-10T11:55:00Z")).toBe("5 minutes ago");
  expect(told("2026-05-10T09:00:00Z")).toBe("3 hours ago");
  expect(told("2026-05-09T12:00:00Z")).toBe("yesterday");
  expect(told("2026-03-01T12:00:00Z")).toBe("March 1, 2026");
  expect(told("2026-05-10T12:05:00Z")).toBe("just now"); // clocks differ
});
