import styles from './Tooltip.module.css'

const hoverDelay = 400
const holdDelay = 450
const gap = 6
const margin = 8

type Cause = 'hover' | 'focus' | 'hold'

let tooltip: HTMLElement | undefined
let current: { control: HTMLElement; cause: Cause } | undefined
let hovered: HTMLElement | undefined
let held: HTMLElement | undefined
let lastKey = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** The button or link at `target` that shows only an icon: it has an aria-label and no text. */
function iconControl(target: EventTarget | null) {
  if (!(target instanceof Element)) return
  const control = target.closest<HTMLElement>(':is(button, a)[aria-label]')
  return control && !control.textContent.trim() ? control : undefined
}

/** Name and keyboard shortcut; assistive technology reads both from the control's attributes. */
function textOf(control: HTMLElement) {
  const label = control.getAttribute('aria-label')
  const keys = control.getAttribute('aria-keyshortcuts')
  if (!keys) return label
  const shown = keys.startsWith('Meta')
    ? keys.replace('Meta', '⌘').replaceAll('+', ' ')
    : keys.replace('Control', 'Ctrl')
  return `${label} (${shown})`
}

function create() {
  const element = document.createElement('div')
  element.className = styles.tooltip ?? ''
  element.popover = 'manual'
  element.dir = 'auto'
  element.ariaHidden = 'true'
  return element
}

function place(element: HTMLElement, control: HTMLElement) {
  const at = control.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const above = at.top - gap - height
  const left = at.left + (at.width - width) / 2
  const rightmost = document.documentElement.clientWidth - width - margin
  element.style.left = `${Math.max(margin, Math.min(left, rightmost))}px`
  element.style.top = `${above < margin ? at.bottom + gap : above}px`
}

function hide() {
  clearTimeout(timer)
  tooltip?.remove()
  current = undefined
}

function show(control: HTMLElement, cause: Cause) {
  hide()
  if (!control.isConnected) return
  tooltip ??= create()
  tooltip.textContent = textOf(control)
  // Content outside a modal dialog is inert: the pointer could not rest on the tooltip.
  const parent = control.closest('dialog') ?? document.body
  parent.append(tooltip)
  tooltip.showPopover()
  place(tooltip, control)
  current = { control, cause }
}

const within = (rect: DOMRect, { clientX: x, clientY: y }: PointerEvent, around = 0) =>
  x >= rect.left - around &&
  x <= rect.right + around &&
  y >= rect.top - around &&
  y <= rect.bottom + around

function onPointerOver({ target, pointerType }: PointerEvent) {
  if (pointerType === 'touch' || (target instanceof Node && tooltip?.contains(target))) return
  const control = iconControl(target)
  if (control === hovered) return
  hovered = control
  clearTimeout(timer)
  if (!control || control === current?.control) return
  timer = setTimeout(show, current ? 0 : hoverDelay, control, 'hover')
}

function onPointerMove(event: PointerEvent) {
  if (current?.cause !== 'hover' || !tooltip) return
  const { control } = current
  const isNear =
    control.isConnected &&
    (within(control.getBoundingClientRect(), event) ||
      within(tooltip.getBoundingClientRect(), event, gap))
  if (!isNear) hide()
}

function onPointerDown({ target, pointerType }: PointerEvent) {
  hide()
  lastKey = ''
  held = undefined
  const control = iconControl(target)
  if (!control || pointerType !== 'touch') return
  timer = setTimeout(() => {
    held = control
    show(control, 'hold')
  }, holdDelay)
}

/** Releasing a touch-and-hold must not activate the control. */
function onClick(event: MouseEvent) {
  if (!held || !(event.target instanceof Node && held.contains(event.target))) return hide()
  held = undefined
  event.preventDefault()
  event.stopPropagation()
}

function onFocusIn({ target }: FocusEvent) {
  if (current?.cause !== 'hold') hide()
  const control = iconControl(target)
  // A key that opened or closed a dialog moved the focus here; the person didn't.
  if (['Enter', ' ', 'Escape'].includes(lastKey)) return
  if (control?.matches(':focus-visible')) show(control, 'focus')
}

function onKeyDown(event: KeyboardEvent) {
  lastKey = event.key
  if (event.key !== 'Escape' || !current) return
  // Close only the tooltip, not a dialog around it (WCAG 2.2 SC 1.4.13, dismissible).
  event.preventDefault()
  event.stopPropagation()
  hide()
}

function onScroll() {
  if (current?.cause === 'hover') hide()
  else if (current && tooltip) place(tooltip, current.control)
}

/**
 * Shows the name of icon buttons and links while the pointer or the keyboard focus is on them, or
 * after touch and hold (WCAG 2.2 SC 1.4.13). In the top layer, so nothing clips it.
 */
function listen() {
  const capture = { capture: true }
  const passive = { capture: true, passive: true }
  addEventListener('pointerover', onPointerOver, passive)
  addEventListener('pointermove', onPointerMove, passive)
  addEventListener('pointerdown', onPointerDown, passive)
  addEventListener('pointerup', () => clearTimeout(timer), passive)
  addEventListener('pointercancel', () => clearTimeout(timer), passive)
  document.documentElement.addEventListener('pointerleave', () => {
    hovered = undefined
    clearTimeout(timer)
    if (current?.cause === 'hover') hide()
  })
  addEventListener('click', onClick, capture)
  addEventListener('focusin', onFocusIn, passive)
  addEventListener('focusout', () => current?.cause === 'focus' && hide(), passive)
  addEventListener('keydown', onKeyDown, capture)
  addEventListener('scroll', onScroll, passive)
  addEventListener('resize', onScroll, passive)
}

if (typeof document !== 'undefined') listen()
