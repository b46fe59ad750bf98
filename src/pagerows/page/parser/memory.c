/* Memory that lives as long as the document, and arrays that grow. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

enum { BLOCK_SIZE = 64 * 1024 };

struct Block {
    Block *older;
    _Alignas(16) uint8_t bytes[];
};

_Noreturn void fail(Memory *memory, HtmlError error) { longjmp(*memory->out, (int)error); }

static void add_block(Memory *memory, size_t size)
{
    Block *block = malloc(sizeof(Block) + size);
    if (!block) fail(memory, HTML_NO_MEMORY);
    block->older = memory->blocks;
    memory->blocks = block;
    memory->next = block->bytes;
    memory->stop = block->bytes + size;
}

void memory_add_block(Memory *memory, size_t most)
{
    if (most > SIZE_MAX / 4) fail(memory, HTML_TOO_LONG);
    add_block(memory, most + ALIGNMENT > BLOCK_SIZE ? most + ALIGNMENT : BLOCK_SIZE);
}

void memory_free(Memory *memory)
{
    while (memory->blocks) {
        Block *older = memory->blocks->older;
        free(memory->blocks);
        memory->blocks = older;
    }
    memory->next = memory->stop = NULL;
}

void memory_widen(Memory *memory, void **items, uint32_t *room, uint64_t needed, size_t size)
{
    uint64_t wanted = *room ? (uint64_t)*room * 2 : 64;
    if (wanted < needed) wanted = needed;
    if (wanted > UINT32_MAX / 2 || wanted > SIZE_MAX / size) fail(memory, HTML_TOO_LONG);
    void *grown = realloc(*items, (size_t)wanted * size);
    if (!grown) fail(memory, HTML_NO_MEMORY);
    *items = grown;
    *room = (uint32_t)wanted;
}
