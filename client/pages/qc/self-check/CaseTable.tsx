import { memo } from 'react'
import type { SelfcheckCase } from '#shared/qc/self-check'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import { figureText, titleOf, toleranceText } from './case-words'

/** A list of cases, each with its expected figures and those of the engine. */
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
      {cases.map(({ id, title, source, isHeld, checks }) => (
        <tbody key={id}>
          <tr className="selfcheck-case">
            <th scope="rowgroup" colSpan={4}>
              {titleOf(t, { id, title })}
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
