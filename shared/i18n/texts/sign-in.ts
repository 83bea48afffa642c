/** Texts of the sign-in page, and of the dialog for signing in again. */
export const signInTexts = {
  'login.intro': ['质量控制后台', 'Quality control back office'],
  'login.keep': ['关闭浏览器后仍保持登录', 'Stay signed in after closing the browser'],
  'login.submit': ['登录', 'Sign in'],
  'login.byPassword': ['账号密码', 'By password'],
  'login.byCode': ['扫码登录', 'By QR code'],
  'login.captcha': ['验证码', 'Captcha'],
  'login.captchaRenew': ['换一张验证码图片', 'Show another captcha'],
  'login.captchaProve': ['看不清？由浏览器验证', "Can't read it? Let the browser prove it"],
  'login.captchaPicture': ['改为看图片', 'Read the picture instead'],
  'login.captchaProving': ['浏览器正在验证，已完成 {percent} %', 'The browser is proving itself, {percent} % done'],
  'login.captchaProven': ['浏览器已验证，可以登录', 'Proven by the browser, you can sign in'],
  'login.demo': ['演示账号', 'Demo accounts'],
  'login.demoHint': ['已填好，按 Enter 登录', 'Filled in. Press Enter to sign in'],
  'login.demoHintCaptcha': ['已填好，完成验证码后登录', 'Filled in. Solve the captcha to sign in'],
  'login.noScript': [
    '登录需要 JavaScript，请在浏览器中启用。',
    'Signing in needs JavaScript. Please enable it in the browser.',
  ],
  'login.scriptLate': [
    '页面还在加载，登录按钮稍后可用。长时间没有变化时，请检查网络并刷新页面。',
    'The page is still loading, and the button follows. If nothing changes, check the network and reload the page.',
  ],
  'login.health': ['服务', 'Service'],
  'health.ok': ['正常', 'up'],
  'health.bad': ['无法连接', 'unreachable'],
  'health.checking': ['检查中', 'checking'],
} as const
