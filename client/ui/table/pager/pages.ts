/** The page numbers to offer around `current`, at most seven entries; `gap` replaces those left out. */
export function pagesAround(current: number, last: number): (number | 'gap')[] {
  if (last <= 7) return range(1, last)
  if (current <= 4) return [...range(1, 5), 'gap', last]
  if (current >= last - 3) return [1, 'gap', ...range(last - 4, last)]
  return [1, 'gap', current - 1, current, current + 1, 'gap', last]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
