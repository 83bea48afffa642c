import { memo } from 'react'
import type { SelfcheckCase } from '#shared/qc/self-check'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import { titleOf } from './case-words'
import { figureText, toleranceText } from './figure-text'

/** Cases below each other, each with what it should come to and what the engine makes of it. */
export const CaseTable = memo(function CaseTable({ label, cases }: { label: string; cases: readonly SelfcheckCase[] }) {
  const t = useText()
  return (
    <table className="selfcheck-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('qcSelfcheck.check')}</th>
          <th scope="col">{t('qcSelfcheck.expected')}</th>
          <th scope="col">{t('qcSelfcheck.computed')}</th>
          <th scope="col">{t('qcSelfcheck.tolerance')}</th>
          <th scope="col">{t('qcSelfcheck.result')}</th>
        </tr>
      </thead>
      {cases.map(({ id, kind, title, source, isHeld, checks }) => (
        <tbody key={id}>
          <tr className="selfcheck-case">
            <th scope="rowgroup" colSpan={4}>
              {titleOf(t, { id, kind, title })}
              <span className="selfcheck-source">
                {id} · {source}
              </span>
            </th>
            <td>
              <Tag tone={isHeld ? 'ok' : 'ng'}>{t(isHeld ? 'qcSelfcheck.isHeld' : 'qcSelfcheck.isMissed')}</Tag>
            </td>
          </tr>
          {checks.map((check) => (
            <tr key={check.name} data-held={check.isHeld}>
              <th scope="row">
                {check.name}
                {check.figures > 1 && (
                  <span className="selfcheck-count">{t('qcSelfcheck.count', { count: check.figures })}</span>
                )}
              </th>
              <td>{figureText(check.expected)}</td>
              <td>{figureText(check.computed)}</td>
              <td>{toleranceText(t, check)}</td>
              <td>
                {check.isHeld ? (
                  <span aria-label={t('qcSelfcheck.isHeld')} role="img">
                    ✓
                  </span>
                ) : (
                  <Tag tone="ng">{t('qcSelfcheck.isMissed')}</Tag>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
})
