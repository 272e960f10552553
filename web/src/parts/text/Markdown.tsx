import { Anchor } from '@mantine/core'
import { Link } from '../../router/index.ts'
import { Children, type ComponentProps, isValidElement, type ReactNode, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useMessages } from '../../messages.ts'
import { anchorOf } from './anchors.ts'
import { Copy } from './Copy.tsx'
import classes from './Markdown.module.css'

/** Renders a documentation page. HTML is shown as text, and external links are marked as such. */
export function Markdown({ text, language }: { text: string; language: string }) {
  const components = useMemo(() => componentsFor(language), [language])
  return (
    <div className={classes.text} lang={language}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** The page component shows the title already, so headings move down a rank. */
const componentsFor = (language: string): Components => ({
  h1: () => null,
  h2: ({ children }) => <h2 id={anchorOf(textOf(children))}>{children}</h2>,
  h3: ({ children }) => <h3 id={anchorOf(textOf(children))}>{children}</h3>,
  a: ({ href = '', children }) => <PageAnchor href={href} language={language} text={children} />,
  img: ({ src, alt }) => <img src={String(src).replace(/^(\.\.\/)?pictures\//, '/docs/pictures/')} alt={alt ?? ''} loading="lazy" />,
  pre: ({ children }) => <Code>{children}</Code>,
  table: ({ children }) => <Frame>{children}</Frame>,
  // The empty corner cell of a table isn't a header.
  th: ({ children }) => (children == null ? <td /> : <th scope="col">{children}</th>),
})

function PageAnchor({ href, language, text }: { href: string; language: string; text: ReactNode }) {
  const [, slug, anchor] = /^(?:\.\.\/)?([a-z0-9-]+)\.md(?:#(.*))?$/.exec(href) ?? []
  if (slug)
    return (
      <Anchor component={Link} to="/docs/$language/$slug" params={{ language, slug } as never} hash={anchor}>
        {text}
      </Anchor>
    )
  const isHere = href.startsWith('#')
  return (
    <Anchor href={href} {...(!isHere && { target: '_blank', rel: 'noreferrer noopener' })}>
      {text}
    </Anchor>
  )
}

function Code({ children }: { children: ReactNode }) {
  const t = useMessages('documentation')
  return (
    <div className={classes.code}>
      {/* Long lines are scrolled to, with the keyboard too. */}
      <pre tabIndex={0}>{children}</pre>
      <div className={classes.copy}>
        <Copy value={textOf(children).trimEnd()} name={t('code')} />
      </div>
    </div>
  )
}

function Frame({ children }: ComponentProps<'table'>) {
  const t = useMessages('documentation')
  return (
    <div className={classes.frame} role="group" aria-label={t('table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

function textOf(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) => (isValidElement<{ children?: ReactNode }>(child) ? textOf(child.props.children) : typeof child === 'string' ? child : ''))
    .join('')
}
