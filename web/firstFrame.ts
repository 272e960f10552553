import type { Plugin } from 'vite'
import { HEADER_HEIGHT, NAVIGATION_WIDTH, type Scheme, SURFACES } from './src/theme/tokens.ts'

/** The frame as it is painted before any script has run, for people who are signed in. It goes as soon as the page itself is there. */
const MARKUP = '<div><img src="/static/mark.svg" width="22" height="22" alt=""></div><div></div>'

const colorsOf = (scheme: Scheme) =>
  `[data-mantine-color-scheme=${scheme}] #first-frame{--canvas:${SURFACES[scheme].canvas};--line:${SURFACES[scheme].border};background:${SURFACES[scheme].page}}`

/** In the places of `Header` and `Navigation`. The styles of the dashboard's own variables come later, with its script. */
const STYLES = [
  '#first-frame{display:none;position:fixed;inset:0}',
  '[data-signed-in] #first-frame:not(:has(+ #root > :not(style))){display:block}',
  '#first-frame>div{box-sizing:border-box;position:absolute;background:var(--canvas);border:0 solid var(--line)}',
  `#first-frame>:first-child{inset:0 0 auto;height:${HEADER_HEIGHT}px;padding:13px 16px;border-bottom-width:1px}`,
  `#first-frame>:last-child{inset:${HEADER_HEIGHT}px auto 0 0;width:${NAVIGATION_WIDTH}px;border-right-width:1px}`,
  '@media(max-width:47.99em){#first-frame>:last-child{display:none}#first-frame>:first-child{padding-left:52px}}',
  colorsOf('light'),
  colorsOf('dark'),
].join('')

/** Puts the first frame into the page. The server replaces the nonce. */
export const firstFrame: Plugin = {
  name: 'first-frame',
  transformIndexHtml: {
    order: 'post',
    handler: () => [
      { tag: 'style', attrs: { nonce: 'NONCE' }, children: STYLES, injectTo: 'head' },
      { tag: 'div', attrs: { id: 'first-frame', 'aria-hidden': 'true' }, children: MARKUP, injectTo: 'body-prepend' },
    ],
  },
}
