import { testAccessibility } from './accessibility.ts'

testAccessibility('en', 1440)
