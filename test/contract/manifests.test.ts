import { describe, expect, test } from 'vitest'
// @ts-expect-error -- scripts have no types
import { findProblems, findWrongTypes } from '../../scripts/manifests.mjs'

// eslint-disable-next-line typescript/no-explicit-any -- manifests are data
const deployment = (change: (object: any) => void = () => {}) => {
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'server' },
    spec: {
      selector: { matchLabels: { app: 'server' } },
      template: {
        metadata: { labels: { app: 'server' } },
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'server',
              image: 'callwright',
              readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
              livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
              securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
              resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { memory: '1Gi' } },
            },
          ],
        },
      },
    },
  }
  change(object)
  return { from: 'test.yaml', object }
}

test('accepts a deployment that keeps the rules', () => {
  expect([...findWrongTypes([deployment()]), ...findProblems([deployment()])]).toEqual([])
})

test("refuses a field that Kubernetes' API doesn't have, and a value of another type", () => {
  const misspelled = deployment(({ spec }) => (spec.template.spec.containers[0].imagePullPolice = 'Always'))
  const wrong = deployment(({ spec }) => (spec.replicas = 'two'))
  expect(findWrongTypes([deployment(), misspelled, wrong])).toEqual([expect.stringContaining('imagePullPolice'), expect.stringContaining('number')])
})

const ofPod = (change: (pod: any) => void) => deployment(({ spec }) => change(spec.template.spec))
const ofContainer = (change: (container: any) => void) => ofPod(({ containers }) => change(containers[0]))

describe('refuses', () => {
  test.each([
    ['a pod that may run as root', ofPod((pod) => delete pod.securityContext.runAsNonRoot), 'runAsNonRoot'],
    ["a pod with the cluster's token", ofPod((pod) => delete pod.automountServiceAccountToken), 'token'],
    ['a file system that can be written', ofContainer((one) => (one.securityContext.readOnlyRootFilesystem = false)), 'read-only'],
    ['capabilities', ofContainer((one) => delete one.securityContext.capabilities), 'privileges'],
    ['memory without a limit', ofContainer((one) => delete one.resources.limits), 'memory'],
    ['a liveness probe that restarts servers when the database is away', ofContainer((one) => (one.livenessProbe.httpGet.path = '/readyz')), 'probes'],
    ['a secret among the variables', ofContainer((one) => (one.env = [{ name: 'ENCRYPTION_KEY', value: 'x' }])), 'secret'],
    ['a Secret', { from: 'test.yaml', object: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'callwright' } } }, 'secrets'],
    [
      'a secret among the settings',
      { from: 'test.yaml', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'callwright' }, data: { DATABASE_URL: 'x' } } },
      'secret',
    ],
    [
      'an autoscaler that leads nowhere',
      { from: 'test.yaml', object: { kind: 'HorizontalPodAutoscaler', metadata: { name: 'x' }, spec: { scaleTargetRef: { name: 'worker' } } } },
      'leads to no deployment',
    ],
    [
      'a budget that leads nowhere',
      { from: 'test.yaml', object: { kind: 'PodDisruptionBudget', metadata: { name: 'x' }, spec: { selector: { matchLabels: { app: 'x' } } } } },
      'leads to no deployment',
    ],
  ])('%s', (_, object, why) => {
    expect(findProblems([deployment(), object])).toEqual([expect.stringContaining(why)])
  })
})
