/**
 * Default pictures for other front ends of the API family, which otherwise show a broken picture. They are among the
 * uploaded files, because the proxies of those clients forward that path.
 */
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0077d9"/>${content}</svg>`

export const defaultPictures: Readonly<Record<string, string>> = {
  'logo.svg': svg(
    '<path d="M6 10h20M9 10v13M20 10v13M13 7v3M17 7v3M21 7v3M25 7v3" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="14.5" cy="18" r="3" fill="#fff"/>',
  ),
  'avatar.svg': svg('<circle cx="16" cy="12" r="5" fill="#fff"/><path d="M6 27c0-6 4-9 10-9s10 3 10 9z" fill="#fff"/>'),
}

export const DEFAULT_LOGO = '/static/uploadfile/logo.svg'
export const DEFAULT_AVATAR = '/static/uploadfile/avatar.svg'
