import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Spc } from '#shared/qc/analysis/schema'
import { chartFigures } from '#shared/spc/charts/chart-options'
import { IconButton } from '../../../../ui/Button'
import { Field } from '../../../../ui/form/Field'
import { Select } from '../../../../ui/input/Select'
import { Switch } from '../../../../ui/input/Switch'
import { useText } from '../../../../ui/useText'
import type { Address, ChangeAddress } from '../analysis-query'
import { chartsFor, rulesFor, sigmasFor } from './choices'
import { hasRunRules } from '../verdict-words'
import { FigureField } from './FigureField'
import { RuleChoice } from './RuleChoice'
import './settings-panel.css'

type SettingsPanelProps = { spc: Spc; address: Address; change: ChangeAddress; onClose: () => void }

/** The settings of the chart. The panel lies over the side of the page, and the chart shows each change at once. */
export default function SettingsPanel({ spc, address, change, onClose }: SettingsPanelProps) {
  const t = useText()
  const title = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const element = panel.current
    // In the top layer: above all other layers of the page.
    if (element && !element.matches(':popover-open')) element.showPopover()
    element?.focus({ preventScroll: true })
    return () => {
      const isHere = element?.contains(document.activeElement) || document.activeElement === document.body
      if (isHere && opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  const close = useEffectEvent(onClose)
  useEffect(() => {
    // A choice may remove the focused control: then the body receives the key.
    function onKeyDown({ key, target }: KeyboardEvent) {
      const isOurs = target === document.body || (target instanceof Node && panel.current?.contains(target))
      if (key === 'Escape' && isOurs) close()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  const sigmas = sigmasFor(spc)
  const rules = rulesFor(spc)
  /** The name of the automatic choice, with its current result where it is in use. */
  const automatic = (what: string | false) => (what ? t('qcAnalysis.automaticIs', { what }) : t('qcAnalysis.automatic'))
  return (
    <div ref={panel} popover="manual" role="dialog" aria-labelledby={title} className="analysis-settings" tabIndex={-1}>
      <header>
        <h2 id={title}>{t('qcAnalysis.settings')}</h2>
        <IconButton label={t('action.close')} icon="close" size={20} onClick={onClose} />
      </header>
      <Field label={t('qcAnalysis.chartKind')}>
        {(control) => (
          <Select
            {...control}
            label={t('qcAnalysis.chartKind')}
            placeholder={automatic(address.chart === undefined && t(`qcAnalysis.chart.${spc.chart}`))}
            value={address.chart}
            options={chartsFor(spc).map((chart) => ({ value: chart, label: t(`qcAnalysis.chart.${chart}`) }))}
            onSelect={(chart) => change({ chart, sigma: undefined })}
          />
        )}
      </Field>
      {sigmas.length > 0 && (
        <Field label={t('qcAnalysis.sigmaMethod')} hint={t('qcAnalysis.constants')}>
          {(control) => (
            <Select
              {...control}
              label={t('qcAnalysis.sigmaMethod')}
              placeholder={automatic(
                address.sigma === undefined && spc.sigmaMethod !== null && t(`qcAnalysis.sigma.${spc.sigmaMethod}`),
              )}
              value={address.sigma}
              options={sigmas.map((sigma) => ({ value: sigma, label: t(`qcAnalysis.sigma.${sigma}`) }))}
              onSelect={(sigma) => change({ sigma })}
            />
          )}
        </Field>
      )}
      <Field label={t('qcAnalysis.limits')}>
        {(control) => (
          <Select
            {...control}
            label={t('qcAnalysis.limits')}
            placeholder={t('qcAnalysis.limitsInForce')}
            value={address.limitSetId}
            options={[
              { value: 0, label: t('qcAnalysis.limitsShown') },
              ...(address.limitSetId ? [{ value: address.limitSetId, label: `#${address.limitSetId}` }] : []),
            ]}
            onSelect={(limitSetId) => change({ limitSetId })}
          />
        )}
      </Field>
      {spc.chart === 'ewma' && (
        <div className="field-columns">
          <FigureField
            label={t('qcAnalysis.lambda')}
            value={address.lambda}
            of={chartFigures.lambda}
            step={0.05}
            onChange={(lambda) => change({ lambda })}
          />
          <FigureField
            label={t('qcAnalysis.width')}
            value={address.L}
            of={chartFigures.L}
            step={0.1}
            onChange={(L) => change({ L })}
          />
        </div>
      )}
      {spc.chart === 'cusum' && (
        <>
          <div className="field-columns">
            <FigureField
              label={t('qcAnalysis.allowance')}
              value={address.k}
              of={chartFigures.k}
              step={0.1}
              onChange={(k) => change({ k })}
            />
            <FigureField
              label={t('qcAnalysis.decision')}
              value={address.h}
              of={chartFigures.h}
              step={0.5}
              onChange={(h) => change({ h })}
            />
          </div>
          <Switch
            label={t('qcAnalysis.headStart')}
            checked={address.fir === '1'}
            onChange={(isOn) => change({ fir: isOn ? '1' : undefined })}
          />
        </>
      )}
      {rules.length > 0 && (
        <RuleChoice
          rules={rules}
          chosen={spc.rules.filter((rule) => rules.includes(rule))}
          onChoose={(chosen) => change({ rules: chosen })}
        />
      )}
      {rules.length > 0 && <p className="field-hint analysis-view-only">{t('qcAnalysis.viewOnly')}</p>}
      {!hasRunRules(spc) && <p className="field-hint">{t('qcAnalysis.noRules')}</p>}
      <Field label={t('qcAnalysis.retest')}>
        {(control) => (
          <Select
            {...control}
            label={t('qcAnalysis.retest')}
            value={address.retest ?? 'first'}
            options={(['first', 'last'] as const).map((value) => ({ value, label: t(`qcAnalysis.retest.${value}`) }))}
            onSelect={(retest) => change({ retest: retest === 'first' ? undefined : retest })}
          />
        )}
      </Field>
    </div>
  )
}
