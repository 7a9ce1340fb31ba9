import { testAccessibility } from './accessibility.ts'

testAccessibility('ja', 390)
