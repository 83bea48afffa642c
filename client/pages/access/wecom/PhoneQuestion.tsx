import { useState } from 'react'
import type { QrState } from '#shared/access/wecom'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'
import { PhoneTitle } from './PhoneTitle'

type PhoneQuestionProps = {
  /** The account that asks to be bound; null when it is about signing in. */
  account: QrState['account']
  asked: NonNullable<QrState['asked']>
  onAnswer: (isRefused: boolean) => Promise<void>
}

/** Who asks, and the two answers: large, where the thumb is. */
export function PhoneQuestion({ account, asked, onAnswer }: PhoneQuestionProps) {
  const t = useText()
  const [given, setGiven] = useState<'yes' | 'no'>()
  const isBinding = account !== null

  function give(answer: 'yes' | 'no') {
    if (given) return
    setGiven(answer)
    void onAnswer(answer === 'no')
  }

  return (
    <>
      <PhoneTitle>{t(isBinding ? 'phone.titleBind' : 'phone.title')}</PhoneTitle>
      <p>{t(isBinding ? 'phone.textBind' : 'phone.text')}</p>
      <dl className="phone-facts card">
        {account && (
          <div>
            <dt>{t('phone.account')}</dt>
            <dd>
              <bdi>{account.nickName}</bdi> (<bdi>{account.userName}</bdi>)
            </dd>
          </div>
        )}
        <div>
          <dt>{t('phone.device')}</dt>
          <dd>{[asked.browser, asked.os].filter(Boolean).join(' · ')}</dd>
        </div>
        <div>
          <dt>{t('phone.address')}</dt>
          <dd>{asked.address}</dd>
        </div>
        <div>
          <dt>{t('phone.asked')}</dt>
          <dd>
            <Time value={asked.at} relative />
          </dd>
        </div>
      </dl>
      <p className="phone-warning">
        <Icon name="info" /> {t(isBinding ? 'phone.warningBind' : 'phone.warning')}
      </p>
      <div className="phone-actions">
        <Button variant="primary" busy={given === 'yes'} onClick={() => give('yes')}>
          {t(isBinding ? 'phone.confirmBind' : 'phone.confirm')}
        </Button>
        <Button busy={given === 'no'} onClick={() => give('no')}>
          {t('phone.refuse')}
        </Button>
      </div>
    </>
  )
}
