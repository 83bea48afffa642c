/** Null becomes NaN. */
export const columnOf = (values: ArrayLike<number | null>): Float64Array =>
  values instanceof Float64Array ? values : Float64Array.from(values, (value) => value ?? NaN)

/** Read-only lists shared by all series, as long as the longest request so far. */
function shared(valueAt: (index: number) => number) {
  let longest = new Int32Array(0)
  return (length: number): Int32Array => {
    if (longest.length < length) {
      longest = new Int32Array(Math.ceil(length * 1.1))
      for (let index = 0; index < longest.length; index++) longest[index] = valueAt(index)
    }
    return longest.subarray(0, length)
  }
}

/** 0, 1, 2, … up to `length - 1`. */
export const naturals = shared((index) => index)

/** `length` ones. */
export const ones = shared(() => 1)
