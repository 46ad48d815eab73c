/** Where an item dragged from `from` to the height `y` goes; `middles` are those of all items. */
export function dropIndex(middles: number[], from: number, y: number) {
  const above = middles.filter((middle) => middle < y).length
  return above > from ? above - 1 : above
}
