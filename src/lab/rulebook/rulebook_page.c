/* rulebook_page.c -- blocks of text as Markdown, as HTML, or only counted.
 *
 * The page is written block after block; what the last one was says what has to be closed.  Every
 * character is escaped on its way out, so no text can become markup, whoever wrote it. */
#include "lab/rulebook/rulebook_parts.h"

#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1d1b16;--paper:#fdfcf8;--line:#cfc9b8;--soft:#f1eee4;"
    "--mark:#7a1f1f}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8e4d8;--paper:#191815;--line:#4a473e;"
    "--soft:#24221d;--mark:#e6a08f}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:42rem;padding:1.5rem 1.1rem 3rem;background:var(--paper);"
    "color:var(--ink);font:1.05rem/1.55 Georgia,'Times New Roman',serif}\n"
    "h1{font-size:2rem;line-height:1.15;margin:.2em 0 .3em}\n"
    "h2{font-size:1.25rem;margin:1.7em 0 .4em;color:var(--mark);border-bottom:1px solid "
    "var(--line)}\n"
    ".lead{font-style:italic;font-size:1.1rem}\n"
    "p{margin:.5em 0}li{margin:.3em 0}ol,ul{padding-left:1.4em}\n"
    "table{border-collapse:collapse;margin:.8em 0;width:100%}\n"
    "th,td{border:1px solid var(--line);padding:.25em .55em;text-align:left;vertical-align:top}\n"
    "th{background:var(--soft)}\n"
    "pre{background:var(--soft);padding:.8em;overflow-x:auto;white-space:pre-wrap;"
    "font:.85rem/1.45 ui-monospace,Menlo,Consolas,monospace}\n"
    "@media print{@page{size:A4;margin:18mm}body{max-width:none;padding:0;font-size:10.5pt;"
    "background:#fff;color:#000}h2{color:#000;break-after:avoid}li,tr{break-inside:avoid}"
    "pre{background:none;border:1px solid #999;font-size:8.5pt}}\n";

/* ---- characters ---- */

static void put_text(struct rulebook_page *page, const char *text)
{
    if (page->out) felt_buffer_text(page->out, text);
}

static void put_html_char(struct felt_buffer *out, char c)
{
    switch (c) {
    case '&': felt_buffer_text(out, "&amp;"); break;
    case '<': felt_buffer_text(out, "&lt;"); break;
    case '>': felt_buffer_text(out, "&gt;"); break;
    case '"': felt_buffer_text(out, "&quot;"); break;
    case '\1': felt_buffer_text(out, "<strong>"); break;
    case '\2': felt_buffer_text(out, "</strong>"); break;
    default: felt_buffer_char(out, c); break;
    }
}

static void put_markdown_char(struct felt_buffer *out, char c)
{
    if (c == '\1' || c == '\2') {
        felt_buffer_text(out, "**");
        return;
    }
    if (strchr("\\`*_<>[]#|&", c)) felt_buffer_char(out, '\\');
    felt_buffer_char(out, c);
}

static void put_inline(struct rulebook_page *page, const char *text, size_t bytes)
{
    for (size_t i = 0; page->out && i < bytes; i++) {
        if (page->form == FELT_RULEBOOK_HTML)
            put_html_char(page->out, text[i]);
        else
            put_markdown_char(page->out, text[i]);
    }
}

static int count_words(const char *text, size_t bytes)
{
    int words = 0;
    bool within = false;
    for (size_t i = 0; i < bytes; i++) {
        bool letter = (text[i] >= '0' && text[i] <= '9') || (text[i] >= 'A' && text[i] <= 'Z') ||
                      (text[i] >= 'a' && text[i] <= 'z') || (unsigned char)text[i] >= 128;
        bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\3';
        if (letter && !within) words++;
        within = letter || (within && !blank);
    }
    return words;
}

/* ---- HTML ---- */

static bool is_row(enum rulebook_block block)
{
    return block == BLOCK_HEAD || block == BLOCK_ROW;
}

static bool is_step(enum rulebook_block block)
{
    return block == BLOCK_STEP || block == BLOCK_SUBSTEP;
}

/* What the last block left open and this one does not go on with. */
static void close_html(struct rulebook_page *page, enum rulebook_block next)
{
    enum rulebook_block last = page->last;
    if (!page->begun) return;
    if (last == BLOCK_ITEM && next != BLOCK_ITEM) put_text(page, "</ul>\n");
    if (is_row(last) && !is_row(next)) put_text(page, "</table>\n");
    if (last == BLOCK_SUBSTEP && next != BLOCK_SUBSTEP) put_text(page, "</ul></li>\n");
    if (last == BLOCK_STEP && next != BLOCK_SUBSTEP) put_text(page, "</li>\n");
    if (is_step(last) && !is_step(next)) put_text(page, "</ol>\n");
}

static void put_cells(struct rulebook_page *page, const char *open, const char *close)
{
    const char *text = page->text.bytes, *end = text + page->text.used;
    for (;;) {
        const char *cut = memchr(text, '\3', (size_t)(end - text));
        put_text(page, open);
        put_inline(page, text, (size_t)((cut ? cut : end) - text));
        put_text(page, close);
        if (!cut) return;
        text = cut + 1;
    }
}

static void put_html(struct rulebook_page *page, enum rulebook_block block)
{
    static const char *const open[] = {
        "<h1>", "<p class=\"lead\">", "<h2>", "<p>", "<li>", "<li>", "<li>", "", "", "<pre>"};
    static const char *const close[] = {"</h1>\n", "</p>\n",  "</h2>\n", "</p>\n", "</li>\n",
                                        "",        "</li>\n", "",        "",       "</pre>\n"};
    bool same = page->begun && page->last == block;
    close_html(page, block);
    if (is_row(block)) {
        if (!page->begun || !is_row(page->last)) put_text(page, "<table>\n");
        put_text(page, "<tr>");
        if (block == BLOCK_HEAD)
            put_cells(page, "<th>", "</th>");
        else
            put_cells(page, "<td>", "</td>");
        put_text(page, "</tr>\n");
        return;
    }
    if (block == BLOCK_ITEM && !same) put_text(page, "<ul>\n");
    if (block == BLOCK_STEP && !(page->begun && is_step(page->last))) put_text(page, "<ol>\n");
    if (block == BLOCK_SUBSTEP && !same) put_text(page, "\n<ul>\n");
    put_text(page, open[block]);
    put_inline(page, page->text.bytes, page->text.used);
    put_text(page, close[block]);
}

/* ---- Markdown ---- */

static void put_table_row(struct rulebook_page *page, enum rulebook_block block)
{
    int cells = 1;
    put_text(page, "|");
    put_cells(page, " ", " |");
    put_text(page, "\n");
    for (size_t i = 0; i < page->text.used; i++) cells += page->text.bytes[i] == '\3';
    if (block != BLOCK_HEAD) return;
    put_text(page, "|");
    while (cells-- > 0) put_text(page, "---|");
    put_text(page, "\n");
}

static void put_lines(struct rulebook_page *page)
{
    put_text(page, "```\n");
    if (page->out) felt_buffer_bytes(page->out, page->text.bytes, page->text.used);
    if (!page->text.used || page->text.bytes[page->text.used - 1] != '\n') put_text(page, "\n");
    put_text(page, "```\n");
}

static void put_markdown(struct rulebook_page *page, enum rulebook_block block)
{
    bool list = block == BLOCK_ITEM ? page->last == BLOCK_ITEM
                : is_step(block)    ? is_step(page->last)
                                    : is_row(block) && is_row(page->last);
    if (page->begun && !list) put_text(page, "\n");
    switch (block) {
    case BLOCK_TITLE: put_text(page, "# "); break;
    case BLOCK_HEADING: put_text(page, "## "); break;
    case BLOCK_ITEM: put_text(page, "- "); break;
    case BLOCK_SUBSTEP: put_text(page, "   - "); break;
    case BLOCK_STEP:
        if (page->out) felt_buffer_int(page->out, page->step);
        put_text(page, ". ");
        break;
    case BLOCK_LEAD: put_text(page, "*"); break;
    case BLOCK_HEAD:
    case BLOCK_ROW: put_table_row(page, block); return;
    case BLOCK_LINES: put_lines(page); return;
    default: break;
    }
    put_inline(page, page->text.bytes, page->text.used);
    put_text(page, block == BLOCK_LEAD ? "*\n" : "\n");
}

/* ---- public ---- */

/* A heading between a block that is being written and the one before it. */
void rulebook_page_heading(struct rulebook_page *page, const char *heading)
{
    struct felt_buffer text = page->text;
    char memory[64];
    page->text = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&page->text, heading);
    rulebook_page_put(page, BLOCK_HEADING);
    page->text = text;
}

void rulebook_page_begin(struct rulebook_page *page, enum felt_rulebook_form form,
                         const char *title, struct felt_buffer *out)
{
    page->form = form;
    page->out = out;
    page->words = page->step = 0;
    page->begun = false;
    page->last = BLOCK_TITLE;
    page->text = felt_buffer_make(page->memory, sizeof page->memory);
    if (form != FELT_RULEBOOK_HTML) return;
    put_text(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<title>");
    put_inline(page, title, strlen(title));
    put_text(page, "</title>\n<style>\n");
    put_text(page, style);
    put_text(page, "</style>\n</head>\n<body>\n");
}

void rulebook_page_put(struct rulebook_page *page, enum rulebook_block block)
{
    if (page->text.used == 0) return;
    if (block == BLOCK_STEP) page->step++;
    if (!is_step(block)) page->step = 0;
    page->words += count_words(page->text.bytes, page->text.used);
    if (page->form == FELT_RULEBOOK_HTML)
        put_html(page, block);
    else
        put_markdown(page, block);
    page->last = block;
    page->begun = true;
    felt_buffer_clear(&page->text);
}

void rulebook_page_end(struct rulebook_page *page)
{
    if (page->form != FELT_RULEBOOK_HTML) return;
    close_html(page, BLOCK_TITLE);
    put_text(page, "</body>\n</html>\n");
}
