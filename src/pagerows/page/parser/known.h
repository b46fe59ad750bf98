/* The names that the parser knows by number: tags with what the standard says of them, and attributes. */
#ifndef PAGEROWS_KNOWN_H
#define PAGEROWS_KNOWN_H

/* What the tree builder asks about an HTML element (section 13.2 of the HTML standard). */
enum {
    SPECIAL = 1 << 0,     /* the "special" category */
    SCOPE = 1 << 1,       /* "has an element in scope" ends here */
    IMPLIED = 1 << 2,     /* "generate implied end tags" pops it */
    THOROUGH = 1 << 3,    /* "generate all implied end tags thoroughly" pops it */
    FORMATTING = 1 << 4,  /* opened again in the next block while it is not closed */
    BLOCK = 1 << 5,       /* its start tag closes a paragraph, and that is all */
    BLOCK_END = 1 << 6,   /* its end tag closes everything down to it, if it is in scope */
    HEADING = 1 << 7,
    BREAKOUT = 1 << 8,    /* its start tag ends svg and math */
    HEAD_CONTENT = 1 << 9, /* belongs into the head wherever it stands */
    TABLE_PART = 1 << 10, /* only has a meaning in tables: ignored elsewhere */
};

#define BLOCK_TAG (SPECIAL | BLOCK | BLOCK_END)
#define HEADING_TAG (SPECIAL | HEADING | BREAKOUT)
#define FORMAT_TAG (FORMATTING | BREAKOUT)
#define PART_TAG (SPECIAL | THOROUGH | TABLE_PART)
#define HEAD_TAG (SPECIAL | HEAD_CONTENT)

/* TAG(identifier, name, flags) */
#define KNOWN_TAGS(TAG) \
    TAG(a, "a", FORMATTING) \
    TAG(address, "address", BLOCK_TAG) \
    TAG(annotation_xml, "annotation-xml", 0) \
    TAG(applet, "applet", SPECIAL | SCOPE) \
    TAG(area, "area", SPECIAL) \
    TAG(article, "article", BLOCK_TAG) \
    TAG(aside, "aside", BLOCK_TAG) \
    TAG(b, "b", FORMAT_TAG) \
    TAG(base, "base", HEAD_TAG) \
    TAG(basefont, "basefont", HEAD_TAG) \
    TAG(bgsound, "bgsound", HEAD_TAG) \
    TAG(big, "big", FORMAT_TAG) \
    TAG(blockquote, "blockquote", BLOCK_TAG | BREAKOUT) \
    TAG(body, "body", SPECIAL | BREAKOUT) \
    TAG(br, "br", SPECIAL | BREAKOUT) \
    TAG(button, "button", SPECIAL | BLOCK_END) \
    TAG(caption, "caption", PART_TAG | SCOPE) \
    TAG(center, "center", BLOCK_TAG | BREAKOUT) \
    TAG(code, "code", FORMAT_TAG) \
    TAG(col, "col", SPECIAL | TABLE_PART) \
    TAG(colgroup, "colgroup", PART_TAG) \
    TAG(dd, "dd", SPECIAL | IMPLIED | THOROUGH | BREAKOUT) \
    TAG(desc, "desc", 0) \
    TAG(details, "details", BLOCK_TAG) \
    TAG(dialog, "dialog", BLOCK | BLOCK_END) \
    TAG(dir, "dir", BLOCK_TAG) \
    TAG(div, "div", BLOCK_TAG | BREAKOUT) \
    TAG(dl, "dl", BLOCK_TAG | BREAKOUT) \
    TAG(dt, "dt", SPECIAL | IMPLIED | THOROUGH | BREAKOUT) \
    TAG(em, "em", FORMAT_TAG) \
    TAG(embed, "embed", SPECIAL | BREAKOUT) \
    TAG(fieldset, "fieldset", BLOCK_TAG) \
    TAG(figcaption, "figcaption", BLOCK_TAG) \
    TAG(figure, "figure", BLOCK_TAG) \
    TAG(font, "font", FORMATTING) \
    TAG(footer, "footer", BLOCK_TAG) \
    TAG(form, "form", SPECIAL) \
    TAG(frame, "frame", SPECIAL) \
    TAG(frameset, "frameset", SPECIAL) \
    TAG(h1, "h1", HEADING_TAG) \
    TAG(h2, "h2", HEADING_TAG) \
    TAG(h3, "h3", HEADING_TAG) \
    TAG(h4, "h4", HEADING_TAG) \
    TAG(h5, "h5", HEADING_TAG) \
    TAG(h6, "h6", HEADING_TAG) \
    TAG(head, "head", SPECIAL | BREAKOUT) \
    TAG(header, "header", BLOCK_TAG) \
    TAG(hgroup, "hgroup", BLOCK_TAG) \
    TAG(hr, "hr", SPECIAL | BREAKOUT) \
    TAG(html, "html", SPECIAL | SCOPE) \
    TAG(i, "i", FORMAT_TAG) \
    TAG(iframe, "iframe", SPECIAL) \
    TAG(image, "image", 0) \
    TAG(img, "img", SPECIAL | BREAKOUT) \
    TAG(input, "input", SPECIAL) \
    TAG(keygen, "keygen", SPECIAL) \
    TAG(li, "li", SPECIAL | IMPLIED | THOROUGH | BREAKOUT) \
    TAG(link, "link", HEAD_TAG) \
    TAG(listing, "listing", SPECIAL | BLOCK_END | BREAKOUT) \
    TAG(main, "main", BLOCK_TAG) \
    TAG(malignmark, "malignmark", 0) \
    TAG(marquee, "marquee", SPECIAL | SCOPE) \
    TAG(math, "math", 0) \
    TAG(menu, "menu", BLOCK_TAG | BREAKOUT) \
    TAG(meta, "meta", HEAD_TAG | BREAKOUT) \
    TAG(mglyph, "mglyph", 0) \
    TAG(mi, "mi", 0) \
    TAG(mn, "mn", 0) \
    TAG(mo, "mo", 0) \
    TAG(ms, "ms", 0) \
    TAG(mtext, "mtext", 0) \
    TAG(nav, "nav", BLOCK_TAG) \
    TAG(nobr, "nobr", FORMAT_TAG) \
    TAG(noembed, "noembed", SPECIAL) \
    TAG(noframes, "noframes", HEAD_TAG) \
    TAG(noscript, "noscript", SPECIAL) \
    TAG(object, "object", SPECIAL | SCOPE) \
    TAG(ol, "ol", BLOCK_TAG | BREAKOUT) \
    TAG(optgroup, "optgroup", IMPLIED | THOROUGH) \
    TAG(option, "option", IMPLIED | THOROUGH) \
    TAG(p, "p", SPECIAL | BLOCK | IMPLIED | THOROUGH | BREAKOUT) \
    TAG(param, "param", SPECIAL) \
    TAG(plaintext, "plaintext", SPECIAL) \
    TAG(pre, "pre", SPECIAL | BLOCK_END | BREAKOUT) \
    TAG(rb, "rb", IMPLIED | THOROUGH) \
    TAG(rp, "rp", IMPLIED | THOROUGH) \
    TAG(rt, "rt", IMPLIED | THOROUGH) \
    TAG(rtc, "rtc", IMPLIED | THOROUGH) \
    TAG(ruby, "ruby", BREAKOUT) \
    TAG(s, "s", FORMAT_TAG) \
    TAG(script, "script", HEAD_TAG) \
    TAG(search, "search", BLOCK_TAG) \
    TAG(section, "section", BLOCK_TAG) \
    TAG(select, "select", SPECIAL | SCOPE | BLOCK_END) \
    TAG(small, "small", FORMAT_TAG) \
    TAG(source, "source", SPECIAL) \
    TAG(span, "span", BREAKOUT) \
    TAG(strike, "strike", FORMAT_TAG) \
    TAG(strong, "strong", FORMAT_TAG) \
    TAG(style, "style", HEAD_TAG) \
    TAG(sub, "sub", BREAKOUT) \
    TAG(summary, "summary", BLOCK_TAG) \
    TAG(sup, "sup", BREAKOUT) \
    TAG(svg, "svg", 0) \
    TAG(table, "table", SPECIAL | SCOPE | BREAKOUT) \
    TAG(tbody, "tbody", PART_TAG) \
    TAG(td, "td", PART_TAG | SCOPE) \
    TAG(template, "template", HEAD_TAG | SCOPE) \
    TAG(textarea, "textarea", SPECIAL) \
    TAG(tfoot, "tfoot", PART_TAG) \
    TAG(th, "th", PART_TAG | SCOPE) \
    TAG(thead, "thead", PART_TAG) \
    TAG(title, "title", HEAD_TAG) \
    TAG(tr, "tr", PART_TAG) \
    TAG(track, "track", SPECIAL) \
    TAG(tt, "tt", FORMAT_TAG) \
    TAG(u, "u", FORMAT_TAG) \
    TAG(ul, "ul", BLOCK_TAG | BREAKOUT) \
    TAG(var, "var", BREAKOUT) \
    TAG(wbr, "wbr", SPECIAL) \
    TAG(xmp, "xmp", SPECIAL)

#define TAG_ENUM(identifier, name, flags) T_##identifier,
enum {
    T_text, /* what text nodes carry: no tag can have this name */
    KNOWN_TAGS(TAG_ENUM)
    T_KNOWN
};

/* Those that the parser asks for, and those that most pages have. */
#define KNOWN_ATTRIBUTES(ATTRIBUTE) \
    ATTRIBUTE(color) ATTRIBUTE(content) ATTRIBUTE(encoding) ATTRIBUTE(face) ATTRIBUTE(href) ATTRIBUTE(lang) \
    ATTRIBUTE(property) ATTRIBUTE(rel) ATTRIBUTE(shadowrootmode) ATTRIBUTE(size) ATTRIBUTE(type) \
    ATTRIBUTE(action) ATTRIBUTE(align) ATTRIBUTE(alt) ATTRIBUTE(bgcolor) ATTRIBUTE(border) ATTRIBUTE(class) \
    ATTRIBUTE(colspan) ATTRIBUTE(height) ATTRIBUTE(hidden) ATTRIBUTE(id) ATTRIBUTE(itemprop) ATTRIBUTE(method) \
    ATTRIBUTE(name) ATTRIBUTE(onclick) ATTRIBUTE(role) ATTRIBUTE(rowspan) ATTRIBUTE(src) ATTRIBUTE(srcset) \
    ATTRIBUTE(style) ATTRIBUTE(tabindex) ATTRIBUTE(target) ATTRIBUTE(title) ATTRIBUTE(valign) ATTRIBUTE(value) \
    ATTRIBUTE(width)

#define ATTRIBUTE_ENUM(identifier) A_##identifier,
enum { KNOWN_ATTRIBUTES(ATTRIBUTE_ENUM) A_KNOWN };

/* Names that svg (and, for one attribute, math) writes in mixed case. In the tables of names all the small-letter forms
 * stand behind the known names, and the mixed forms behind those in the same order. */
#define MIXED_TAGS(X) \
    X("altGlyph") X("altGlyphDef") X("altGlyphItem") X("animateColor") X("animateMotion") X("animateTransform") \
    X("clipPath") X("feBlend") X("feColorMatrix") X("feComponentTransfer") X("feComposite") X("feConvolveMatrix") \
    X("feDiffuseLighting") X("feDisplacementMap") X("feDistantLight") X("feDropShadow") X("feFlood") X("feFuncA") \
    X("feFuncB") X("feFuncG") X("feFuncR") X("feGaussianBlur") X("feImage") X("feMerge") X("feMergeNode") \
    X("feMorphology") X("feOffset") X("fePointLight") X("feSpecularLighting") X("feSpotLight") X("feTile") \
    X("feTurbulence") X("foreignObject") X("glyphRef") X("linearGradient") X("radialGradient") X("textPath")

#define MIXED_ATTRIBUTES(X) \
    X("definitionURL") X("attributeName") X("attributeType") X("baseFrequency") X("baseProfile") X("calcMode") \
    X("clipPathUnits") X("diffuseConstant") X("edgeMode") X("filterUnits") X("glyphRef") X("gradientTransform") \
    X("gradientUnits") X("kernelMatrix") X("kernelUnitLength") X("keyPoints") X("keySplines") X("keyTimes") \
    X("lengthAdjust") X("limitingConeAngle") X("markerHeight") X("markerUnits") X("markerWidth") \
    X("maskContentUnits") X("maskUnits") X("numOctaves") X("pathLength") X("patternContentUnits") \
    X("patternTransform") X("patternUnits") X("pointsAtX") X("pointsAtY") X("pointsAtZ") X("preserveAlpha") \
    X("preserveAspectRatio") X("primitiveUnits") X("refX") X("refY") X("repeatCount") X("repeatDur") \
    X("requiredExtensions") X("requiredFeatures") X("specularConstant") X("specularExponent") X("spreadMethod") \
    X("startOffset") X("stdDeviation") X("stitchTiles") X("surfaceScale") X("systemLanguage") X("tableValues") \
    X("targetX") X("targetY") X("textLength") X("viewBox") X("viewTarget") X("xChannelSelector") \
    X("yChannelSelector") X("zoomAndPan")

#define ONE(name) +1
enum {
    MIXED_TAG_COUNT = 0 MIXED_TAGS(ONE),
    MIXED_ATTRIBUTE_COUNT = 0 MIXED_ATTRIBUTES(ONE),
    A_definitionurl = A_KNOWN,       /* the first of the mixed ones, and the only one of math */
    T_foreignobject = T_KNOWN + 32,  /* its place among the mixed tags; checked when the names are made */
    T_foreignObject = T_foreignobject + MIXED_TAG_COUNT,
};
#undef ONE

#endif
