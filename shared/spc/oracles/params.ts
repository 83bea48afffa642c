import type { OracleCase } from './oracle-case'

type Params = OracleCase['params']

export const numberParam = (params: Params, name: string): number | undefined => {
  const value = params[name]
  return typeof value === 'number' ? value : undefined
}

export const textParam = (params: Params, name: string): string | undefined => {
  const value = params[name]
  return typeof value === 'string' ? value : undefined
}

export const numbersParam = (params: Params, name: string): number[] | undefined => {
  const value = params[name]
  return Array.isArray(value) ? value.map(Number) : undefined
}

/** A parameter with fixed values; undefined if it is absent. @throws Error for an unknown value */
export function wordParam<Word extends string>(params: Params, name: string, words: readonly Word[]): Word | undefined {
  const text = textParam(params, name)
  const word = words.find((candidate) => candidate === text)
  if (text !== undefined && word === undefined) throw new Error(`unknown ${name} ${text}`)
  return word
}

export const limitsParam = (params: Params) => ({
  lsl: numberParam(params, 'lsl') ?? null,
  usl: numberParam(params, 'usl') ?? null,
})
