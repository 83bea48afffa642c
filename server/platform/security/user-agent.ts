import { parse } from 'bowser'
import { setBounded } from '../cache/lru'

/** A browser and its system, with familiar names; empty if unknown. */
type Agent = { browser: string; os: string; platform: string }

const unknown: Agent = { browser: '', os: '', platform: '' }

/** Longer texts add nothing and cost time: the text comes from strangers. */
const MAX_LENGTH = 300
const LONGEST_NAME = 40
const MAX_CACHED = 1_000
const cache = new Map<string, Agent>()

/** Reads a User-Agent header: `{ browser: 'Chrome 131', os: 'Windows', platform: 'desktop' }`. */
export function describeAgent(userAgent: string): Agent {
  const text = userAgent.slice(0, MAX_LENGTH)
  return cache.get(text) ?? setBounded(cache, text, text.trim() === '' ? unknown : read(text), MAX_CACHED)
}

function read(text: string): Agent {
  const { browser, os, platform } = parse(text)
  const weCom = text.match(/\bwxwork\/([\d.]{1,20})/i)?.[1]
  return {
    browser: weCom ? named('WeCom', weCom) : named(browser.name, browser.version),
    os: named(os.name, isFrozen(os.name) ? '' : os.version),
    platform: platform.type ?? '',
  }
}

/** Systems whose browsers report a frozen version: Windows 11 calls itself 10. */
const isFrozen = (system = '') => ['Windows', 'macOS'].includes(system)

/** A name with the significant digits of its version: `Chrome 131`, `Safari 17.4`. */
function named(name = '', version = ''): string {
  if (name === '' || name.length > LONGEST_NAME) return ''
  const short = version.match(/^\d{1,4}(\.[1-9]\d{0,3})?/)?.[0] ?? ''
  return `${name} ${short}`.trim()
}
