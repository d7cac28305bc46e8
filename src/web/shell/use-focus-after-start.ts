import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the report when the start page closes, or when it opens after another page. The link that had the focus is
 * gone.
 */
export function useFocusAfterStart(isStartPage: boolean, cameBack: boolean): void {
  const wasStartPage = useRef(isStartPage || cameBack)
  useEffect(() => {
    const hasLeft = wasStartPage.current && !isStartPage
    wasStartPage.current = isStartPage
    if (hasLeft && document.activeElement === document.body) document.getElementById('report')?.focus()
  }, [isStartPage])
}
