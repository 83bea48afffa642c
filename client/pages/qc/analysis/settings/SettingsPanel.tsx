import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { retestChoices } from '#shared/qc/analysis/kinds'
import type { Spc } from '#shared/qc/analysis/schema'
import { IconButton } from '../../../../ui/Button'
import { SelectField } from '../../../../ui/form/fields'
import { Switch } from '../../../../ui/input/Switch'
import { useText } from '../../../../ui/useText'
import type { Address, ChangeAddress } from '../analysis-query'
import { chartsFor, rulesFor, sigmasFor } from './choices'
import { hasRunRules } from '../verdict-words'
import { FigureField } from './FigureField'
import { RuleChoice } from './RuleChoice'
import './settings-panel.css'

type SettingsPanelProps = { spc: Spc; address: Address; change: ChangeAddress; onClose: () => void }

/** The settings of the chart. The panel covers the side of the page, and the chart shows each change at once. */
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
  /** The name of the automatic choice, with its current result if it is active. */
  const automatic = (what: string | false) => (what ? t('qcAnalysis.automaticIs', { what }) : t('qcAnalysis.automatic'))
  return (
    <div ref={panel} popover="manual" role="dialog" aria-labelledby={title} className="analysis-settings" tabIndex={-1}>
      <header className="split">
        <h2 id={title}>{t('qcAnalysis.settings')}</h2>
        <IconButton label={t('action.close')} icon="close" size={20} onClick={onClose} />
      </header>
      <SelectField
        label={t('qcAnalysis.chartKind')}
        placeholder={automatic(address.chart === undefined && t(`qcAnalysis.chart.${spc.chart}`))}
        value={address.chart}
        options={chartsFor(spc).map((chart) => ({ value: chart, label: t(`qcAnalysis.chart.${chart}`) }))}
        onSelect={(chart) => change({ chart, sigma: undefined })}
      />
      {sigmas.length > 0 && (
        <SelectField
          label={t('qcAnalysis.sigmaMethod')}
          hint={t('qcAnalysis.constants')}
          placeholder={automatic(
            address.sigma === undefined && spc.sigmaMethod !== null && t(`qcAnalysis.sigma.${spc.sigmaMethod}`),
          )}
          value={address.sigma}
          options={sigmas.map((sigma) => ({ value: sigma, label: t(`qcAnalysis.sigma.${sigma}`) }))}
          onSelect={(sigma) => change({ sigma })}
        />
      )}
      <SelectField
        label={t('qcAnalysis.limits')}
        placeholder={t('qcAnalysis.limitsInForce')}
        value={address.limitSetId}
        options={[
          { value: 0, label: t('qcAnalysis.limitsShown') },
          ...(address.limitSetId ? [{ value: address.limitSetId, label: `#${address.limitSetId}` }] : []),
        ]}
        onSelect={(limitSetId) => change({ limitSetId })}
      />
      {spc.chart === 'ewma' && (
        <div className="field-columns">
          <FigureField name="lambda" label={t('qcAnalysis.lambda')} step={0.05} {...{ address, change }} />
          <FigureField name="L" label={t('qcAnalysis.width')} step={0.1} {...{ address, change }} />
        </div>
      )}
      {spc.chart === 'cusum' && (
        <>
          <div className="field-columns">
            <FigureField name="k" label={t('qcAnalysis.allowance')} step={0.1} {...{ address, change }} />
            <FigureField name="h" label={t('qcAnalysis.decision')} step={0.5} {...{ address, change }} />
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
      <SelectField
        label={t('qcAnalysis.retest')}
        value={address.retest ?? 'first'}
        options={retestChoices.map((value) => ({ value, label: t(`qcAnalysis.retest.${value}`) }))}
        onSelect={(retest) => change({ retest: retest === 'first' ? undefined : retest })}
      />
    </div>
  )
}
