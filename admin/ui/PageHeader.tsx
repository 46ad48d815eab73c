import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react'
import type { LinkTarget } from '../lib/link-target.ts'
import { hasMovedOn } from '../lib/moved-on.ts'
import styles from './PageHeader.module.css'

/** What stands below the header of the screen: the tabs of its area. */
export const HeaderTabs = createContext<ReactNode>(null)

let lastPathname: string | undefined

/**
 * Focuses the heading after a navigation, so that a screen reader announces the screen; not on the
 * first load, nor when an action in this header or a `data-keeps-focus` control has the focus, nor
 * when the person has moved on by Tab while the screen was loading.
 */
export function useFocusedHeading({
  quiet = false,
  path,
}: {
  quiet?: boolean
  /** Of a screen that is shown before its address. */
  path?: string
} = {}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const pathname = path ?? location.pathname
    if (quiet) return
    const isNew = lastPathname !== undefined && lastPathname !== pathname
    const focused = document.activeElement
    const isKept =
      hasMovedOn() ||
      heading.current?.closest('header')?.contains(focused) ||
      focused?.closest('[data-keeps-focus]')
    if (isNew && !isKept) heading.current?.focus({ preventScroll: true })
    lastPathname = pathname
  }, [quiet, path])
  return heading
}

/** A screen's heading, with its description, back link and actions. Sets the document title. */
export function PageHeader({
  title,
  documentTitle = title,
  icon,
  description,
  back,
  actions,
  quiet = false,
}: {
  title: string
  documentTitle?: string
  icon?: ReactNode
  description?: ReactNode
  back?: LinkTarget & { label: string }
  actions?: ReactNode
  /** For a placeholder header: never takes the focus. */
  quiet?: boolean
}) {
  const heading = useFocusedHeading({ quiet })
  useEffect(() => {
    document.title = `${documentTitle} | Back office`
  }, [documentTitle])
  const tabs = use(HeaderTabs)
  return (
    <>
      <header className={`between wrap ${styles.header}`} data-tabs={tabs ? '' : undefined}>
        <div className={styles.text}>
          {back && (
            <Link className={`meta ${styles.back}`} to={back.to} search={back.search ?? {}}>
              <ArrowLeft size={15} aria-hidden /> {back.label}
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {icon}
            <span>{title}</span>
          </h1>
          {description && <div className={styles.description}>{description}</div>}
        </div>
        {actions && <div className="line wrap">{actions}</div>}
      </header>
      {tabs}
    </>
  )
}
