import { useEffect, useRef, useState } from 'react'

export type Device = 'desktop' | 'phone'

/** In CSS pixels of the page. */
const widths: Record<Device, number> = { desktop: 1152, phone: 390 }

/** Below it, the text of a whole desk could not be read. */
const leastScale = 0.55

/** The width of the page, and the scale at which it fits into the element. */
export function useScale(device: Device, isNarrow: boolean) {
  const stage = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!stage.current) return
    let request = 0
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      cancelAnimationFrame(request)
      request = requestAnimationFrame(() => setSize({ width, height }))
    })
    observer.observe(stage.current)
    return () => {
      cancelAnimationFrame(request)
      observer.disconnect()
    }
  }, [])
  const room = size.width
  // On a phone, and where a desk is too wide or leaves room, the page is as wide as it is shown.
  const fit = room / widths.desktop
  const isOwn = isNarrow || (device === 'desktop' && (fit > 1 || fit < leastScale))
  const width = isOwn ? room : widths[device]
  const scale = room ? Math.min(1, room / width) : 1
  return {
    stage,
    frame: {
      width,
      height: size.height / scale,
      scale,
      left: Math.max(0, (room - width * scale) / 2),
    },
    size,
  }
}

export type FrameBox = ReturnType<typeof useScale>['frame']
