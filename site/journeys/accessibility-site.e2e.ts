import { testAccessibility } from '#scripts/testing/accessibility.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { screens } from '../../scripts/screens.ts'

testAccessibility(
  startJourney(),
  Object.fromEntries(Object.entries(screens).filter(([, { staff }]) => !staff)),
)
