import { expect, test } from "vitest";
import { hostOf, safeUrl, shortUrl } from "../src/ui/links";

test.each([
  ["https://x.example/a", "https://x.example/a"],
  ["HTTP://x.example", "HTTP://x.example"],
  ["javascript:alert(1)", undefined],
  [" javascript:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["//x.example", undefined],
  [null, undefined],
])("of %s only an address of the web becomes a link", (url, made) => expect(safeUrl(url)).toBe(made));

test("addresses are shortened for people", () => {
  expect(shortUrl("https://x.example/a/b.png?c#d")).toBe("b.png");
  expect(hostOf("https://x.example/a")).toBe("x.example");
  expect(hostOf("shop.html")).toBe("shop.html");
});
