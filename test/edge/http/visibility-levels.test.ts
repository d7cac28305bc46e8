import { visibilitySuite } from './visibility-suite.ts'

visibilitySuite({ permissions: 'tracker', hidden: 'level' })
