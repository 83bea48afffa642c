import type { DayRange } from '#shared/format/time'
import type { Page } from '#shared/list/page'
import type {
  Delivery,
  DeliveryQuery,
  DeliveryResult,
  Rule,
  RuleInput,
  RuleOptions,
  RuleQuery,
} from '#shared/qc/notification/schema'
import { notificationRule } from '#shared/qc/notification/notification-rule-resource'
import { read, request } from '../http'
import { resourceApi } from '../resource'

const { path } = notificationRule

/** A test waits for the receiving server. */
const TEST_MS = 40_000

export const ruleApi = {
  ...resourceApi<Rule, Rule, RuleInput, RuleQuery>(notificationRule),
  options: () => read<RuleOptions>(`${path}/option-select`),
  /** Sends a test message without an event, and returns its result. */
  test: (ruleId: number) => request<DeliveryResult>('POST', `${path}/${ruleId}/test`, { body: {}, timeoutMs: TEST_MS }),
}

/** The query in the address, with days as times. */
export type DeliverySearch = Omit<DeliveryQuery, keyof DayRange> & DayRange

export const deliveryApi = {
  list: (query: DeliverySearch, signal?: AbortSignal) =>
    read<Page<Delivery>>('/qc/notification-delivery', signal, query),
  retry: (deliveryId: number) => request<number>('POST', `/qc/notification-delivery/${deliveryId}/retry`, { body: {} }),
}
