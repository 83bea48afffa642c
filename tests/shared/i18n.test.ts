import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'
import { allTexts, isTextKey, text } from '#shared/i18n/catalogues'
import { fill, inLocale, localeNames } from '#shared/i18n/text'

const folder = join(import.meta.dir, '../../shared/i18n')

/** Names of the placeholders of a text, each once. */
const holesOf = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!))].toSorted()

describe('a text is filled', () => {
  test.each([
    ['without placeholders', 'Saved', {}, 'Saved'],
    ['with one value', 'Request {id}', { id: 'a1' }, 'Request a1'],
    ['with the same value twice', '{n} of {n}', { n: 3 }, '3 of 3'],
    ['with a zero', '{n} rows', { n: 0 }, '0 rows'],
    ['leaving a hole without a value as it is', 'Hello {name}', {}, 'Hello {name}'],
    ['with one of a thing', '{n} {n|record|records}', { n: 1 }, '1 record'],
    ['with none of a thing', '{n} {n|record|records}', { n: 0 }, '0 records'],
    ['with many of a thing', '{n} {n|record|records}', { n: 21 }, '21 records'],
    ['with a value that looks like a placeholder', '{a}', { a: '{b}', b: 'x' }, '{b}'],
  ])('%s', (_how, template, values, expected) => {
    expect(fill('en', template, values)).toBe(expected)
  })

  test('Chinese has one form for every number', () => {
    expect(fill('zh', '{n} {n|条|些}', { n: 1 })).toBe('1 些')
  })
})

describe('the catalogues', () => {
  test('have each text in both languages', () => {
    expect(Object.entries(allTexts).filter(([, languages]) => languages.length !== localeNames.length)).toEqual([])
  })

  test('share no key: each text stands in one file, and so comes once', async () => {
    const keys: string[] = []
    for (const file of new Glob('texts/*.ts').scanSync(folder)) {
      const source = await Bun.file(join(folder, file)).text()
      keys.push(...[...source.matchAll(/^  '([^']+)':/gm)].map(([, key]) => key!))
    }
    expect(keys.toSorted()).toEqual(Object.keys(allTexts).toSorted())
  })

  test('ask for the same values in every language', () => {
    const differing = Object.entries(allTexts).filter(([, [zh, en]]) => String(holesOf(zh)) !== String(holesOf(en)))
    expect(differing).toEqual([])
  })

  test.each(localeNames)('%s has no empty text, no stray blank and no broken placeholder', (locale) => {
    const faulty = Object.entries<string>(inLocale(allTexts, locale)).filter(
      ([, value]) =>
        value.trim() !== value || value === '' || /[{}]/.test(value.replaceAll(/\{\w+(\|[^|{}]*){0,2}\}/g, '')),
    )
    expect(faulty).toEqual([])
  })

  test('know their keys and no others', () => {
    expect(isTextKey('action.delete')).toBe(true)
    expect(isTextKey('toString')).toBe(false)
  })

  test('give a text in the language asked for', () => {
    expect(text('zh', 'action.delete')).toBe('删除')
    expect(text('en', 'action.delete')).toBe('Delete')
  })
})
