"""WCAG contrast of all visible text on a page, from computed colours."""

from __future__ import annotations

from playwright.sync_api import Page

_SCRIPT = r"""() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
  const behind = (node) => {
    if (!node) return rgba(getComputedStyle(document.body).backgroundColor).slice(0, 3);
    const own = rgba(getComputedStyle(node).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, behind(node.parentElement));
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const bad = [];
  const judge = (node, colour, text) => {
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ground = behind(node);
    const found = ratio(over(rgba(colour), ground), ground);
    if (found < (large ? 3 : 4.5)) bad.push(`${found.toFixed(2)} ${node.tagName}.${node.className}: ${text.trim().slice(0, 30)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility() || node.closest("script, .unseen, .skip")) continue;
    seen += 1;
    judge(node, getComputedStyle(node).color, walker.currentNode.data);
  }
  for (const box of document.querySelectorAll("textarea")) {
    judge(box, getComputedStyle(box, "::placeholder").color, box.placeholder);
  }
  return { seen, bad };
}"""


def low_contrast(page: Page, least: int = 11) -> list[str]:
    """Text with a contrast under 4.5 (3 when large): ratio, element, words. least: how many texts the page has."""
    found = page.evaluate(_SCRIPT)
    assert found["seen"] >= least, "no text was looked at"
    return list(found["bad"])
