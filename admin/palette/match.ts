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

/** The items that contain all words of `query`, or at least its letters in order; best first. */
export function matching<Item>(items: Item[], query: string, textOf: (item: Item) => string) {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return items
    .map((item) => {
      const scores = words.map((word) => scoreOf(word, fold(textOf(item))))
      return { item, score: scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 1) }
    })
    .filter(({ score }) => score)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
