import type { Locale } from '#shared/i18n/text'
import type { Settings } from '../../env'

/** The page of the client to which WeCom redirects a member who has agreed. */
export const REDIRECT_PATH = '/auth-redirect'

/**
 * The links of an attempt by its state: the content of the QR code for the phone, and WeCom's sign-in page for the
 * computer. Documents 91022 and 98152 on developer.work.weixin.qq.com. Undefined if WeCom is not set up.
 */
export function wecomLinks({ wecom, publicUrl }: Settings, locale: Locale) {
  if (!wecom || !publicUrl) return undefined
  const { corpId, agentId, authorizeUrl, loginUrl } = wecom
  const redirectUri = publicUrl + REDIRECT_PATH
  return (state: string) => {
    // in the order of the documents
    const onPhone = new URLSearchParams({
      appid: corpId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_base',
      state,
      agentid: agentId,
    })
    const onComputer = new URLSearchParams({
      login_type: 'CorpApp',
      appid: corpId,
      agentid: agentId,
      redirect_uri: redirectUri,
      state,
      lang: locale,
    })
    return {
      appId: corpId,
      agentId,
      redirectUri,
      url: `${authorizeUrl}?${onPhone}#wechat_redirect`,
      loginUrl: `${loginUrl}?${onComputer}`,
    }
  }
}
