const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The score of one word in `text`, higher is better; 0 when it doesn't match. */
function scoreOf(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at === 0) return 4
  if (at > 0) return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 3 : 2
  let from = 0
  for (const letter of word) {
    from = text.indexOf(letter, from) + 1
    if (!from) return 0
  }
  return 1
}

/** The score of all words in `text`; 0 when one of them doesn't match. */
function scoreOfAll(words: string[], text: string) {
  const scores = words.map((word) => scoreOf(word, fold(text)))
  return scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 1)
}

/** Whether each of the words begins a word of `text`. */
const beginsWith = (words: string[], text: string) =>
  words.every((word) => scoreOf(word, fold(text)) >= 3)

/**
 * The items that contain all words of `query`, or at least its letters in order; best first. Other
 * names of an item, such as former ones, count only from the beginning of a word.
 */
export function matching<Item>(
  items: Item[],
  query: string,
  textOf: (item: Item) => string,
  alsoOf: (item: Item) => readonly string[] = () => [],
) {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const other = words.length * 2
  return items
    .map((item) => ({
      item,
      score: Math.max(
        scoreOfAll(words, textOf(item)),
        alsoOf(item).some((text) => beginsWith(words, text)) ? 1 + other : 0,
      ),
    }))
    .filter(({ score }) => score)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
