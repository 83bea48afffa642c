import { useRef, useState, type SyntheticEvent } from 'react'
import { pageSizes } from '#shared/constants'
import { grouped } from '#shared/format/number'
import { IconButton } from '../../Button'
import { pagesAround } from './pages'
import { scrollerOf, scrollToTop } from '../../layout/scroll'
import { Select } from '../../input/Select'
import { useText } from '../../useText'
import './Pager.css'

type Paging = { pageIndex: number; pageSize: number }

type PagerProps = Paging & {
  /** All hits, not only those of this page. */
  count: number
  onPage: (paging: Paging) => void
}

/**
 * Total, page size, pages and a jump. A new page size keeps the first row of the page. Any change scrolls to the top.
 */
export function Pager({ count, pageIndex, pageSize, onPage }: PagerProps) {
  const t = useText()
  const last = Math.max(1, Math.ceil(count / pageSize))
  const bar = useRef<HTMLElement>(null)

  function show(paging: Paging) {
    if (paging.pageIndex === pageIndex && paging.pageSize === pageSize) return
    onPage(paging)
    if (bar.current) scrollToTop(scrollerOf(bar.current))
  }
  const go = (page: number) => show({ pageIndex: Math.min(Math.max(1, page), last), pageSize })
  const resize = (size: number) =>
    show({ pageIndex: Math.floor(((pageIndex - 1) * pageSize) / size) + 1, pageSize: size })

  return (
    <nav ref={bar} className="row end wrap pager" aria-label={t('pager.label')}>
      <span className="pager-total">{t('pager.total', { count: grouped(count) })}</span>
      <Select
        label={t('pager.size')}
        value={pageSize}
        options={pageSizes.map((size) => ({ value: size, label: t('pager.perPage', { size }) }))}
        onSelect={(size) => size && resize(size)}
      />
      <span className="row inline gap-2 pager-pages">
        <IconButton
          label={t('pager.previous')}
          icon="chevron-left"
          disabled={pageIndex <= 1}
          onClick={() => go(pageIndex - 1)}
        />
        {pagesAround(pageIndex, last).map((page, index) =>
          page === 'gap' ? (
            <span key={`gap-${index}`} className="pager-gap">
              …
            </span>
          ) : (
            <button
              key={page}
              type="button"
              className="pager-page"
              aria-label={t('pager.page', { page })}
              aria-current={page === pageIndex ? 'page' : undefined}
              onClick={() => go(page)}
            >
              {grouped(page)}
            </button>
          ),
        )}
        <span className="pager-place">{t('pager.place', { page: grouped(pageIndex), last: grouped(last) })}</span>
        <IconButton
          label={t('pager.next')}
          icon="chevron-right"
          disabled={pageIndex >= last}
          onClick={() => go(pageIndex + 1)}
        />
      </span>
      {last > 1 && <Jumper pageIndex={pageIndex} last={last} onJump={go} />}
    </nav>
  )
}

function Jumper({ pageIndex, last, onJump }: { pageIndex: number; last: number; onJump: (page: number) => void }) {
  const t = useText()
  const [text, setText] = useState<string>()
  const [before, after] = t('pager.jump', { box: '|' }).split('|')
  function jump(event: SyntheticEvent) {
    event.preventDefault()
    if (text) onJump(Number(text))
    setText(undefined)
  }
  return (
    <form className="pager-jump" onSubmit={jump}>
      <label>
        {before}
        <input
          inputMode="numeric"
          aria-label={t('pager.jumpTo', { last })}
          value={text ?? String(pageIndex)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
          onBlur={() => setText(undefined)}
        />
        {after}
      </label>
    </form>
  )
}
