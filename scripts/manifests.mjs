import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadAll } from 'js-yaml'

/**
 * Checks the files in deploy/: every manifest of `deploy/kubernetes` against the types of Kubernetes' API, and that it keeps the rules of `findProblems`. Where
 * kubectl or kustomize is installed, the base and every overlay are rendered and checked too.
 */
const FOLDER = 'deploy/kubernetes'
const kustomizations = () => ['base', ...readdirSync(`${FOLDER}/overlays`).map((name) => `overlays/${name}`)].map((name) => `${FOLDER}/${name}`)

/** The objects in the files of a folder that its kustomization lists. */
function readSources(folder) {
  const [{ resources }] = loadAll(readFileSync(`${folder}/kustomization.yaml`, 'utf8'))
  return resources
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => loadAll(readFileSync(join(folder, name), 'utf8')).map((object) => ({ from: join(folder, name), object })))
}

/** The objects that a tool of this machine renders. Null without a tool. */
function render(folder) {
  for (const [program, ...args] of [
    ['kubectl', 'kustomize', folder],
    ['kustomize', 'build', folder],
  ]) {
    const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    if (error) continue
    if (status !== 0) throw new Error(`${folder}: ${stderr}`)
    return loadAll(stdout).map((object) => ({ from: `${folder} (rendered)`, object }))
  }
  return null
}

/** The module of `kubernetes-types` with the types of an API version. */
const moduleOf = (apiVersion) => `kubernetes-types/${apiVersion.includes('/') ? apiVersion.replace(/\.k8s\.io(?=\/)/, '') : `core/${apiVersion}`}`

/** Has TypeScript compare the objects with the types of Kubernetes' API, unknown fields included. Returns what it found. */
export function findWrongTypes(objects) {
  const folder = 'node_modules/.cache/manifests'
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const lines = objects.map(
    ({ object: { apiVersion, kind }, object }, at) => `export const o${at}: import('${moduleOf(apiVersion)}').${kind} = ${JSON.stringify(object)}`,
  )
  writeFileSync(`${folder}/objects.ts`, lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options, `${folder}/objects.ts`], { encoding: 'utf8' })
  if (status === 0) return []
  return stdout.split('\n').flatMap((line) => {
    const found = /objects\.ts\((\d+),\d+\): error \w+: (.*)/.exec(line)
    if (!found) return /error/.test(line) ? [line] : []
    const { from, object } = objects[found[1] - 1]
    return [`${from}: ${object.kind} ${object.metadata.name}: ${found[2]}`]
  })
}

/** Lists what the types can't tell: pods that could do more than they need, without limits or probes, and secrets that stand in a file. */
export function findProblems(objects) {
  const problems = []
  for (const { from, object } of objects) {
    const refuse = (isWrong, text) => isWrong && problems.push(`${from}: ${object.kind} ${object.metadata.name}: ${text}`)
    refuse(object.kind === 'Secret', 'secrets belong to the cluster, not to a file')
    for (const name of Object.keys(object.kind === 'ConfigMap' ? object.data : {}))
      refuse(/KEY|TOKEN|SECRET|PASS|_URL$(?<!(PUBLIC|SIMULATOR|SIMULATOR_CALLBACK)_URL)/.test(name), `${name} is a secret`)
    const pod = object.spec?.template?.spec
    if (!pod) continue
    refuse(pod.securityContext?.runAsNonRoot !== true, 'needs runAsNonRoot')
    refuse(pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault', 'needs the seccomp profile of the runtime')
    refuse(pod.automountServiceAccountToken !== false, 'needs no token of the cluster')
    for (const { securityContext, resources, readinessProbe, livenessProbe, env = [] } of pod.containers) {
      refuse(securityContext?.readOnlyRootFilesystem !== true, 'needs a read-only file system')
      refuse(securityContext?.allowPrivilegeEscalation !== false || !securityContext?.capabilities?.drop?.includes('ALL'), 'needs no privileges')
      refuse(!resources?.requests?.cpu || !resources?.requests?.memory || !resources?.limits?.memory, 'needs requests and a limit of memory')
      refuse(object.kind === 'Deployment' && (readinessProbe?.httpGet?.path !== '/readyz' || livenessProbe?.httpGet?.path !== '/healthz'), 'needs its probes')
      refuse(
        env.some(({ name, value }) => value !== undefined && /KEY|TOKEN|SECRET|PASS/.test(name)),
        'names a secret',
      )
    }
  }
  return [...problems, ...findMissing(objects)]
}

/** Budgets, autoscalers and services have to lead to a deployment with their name and label. */
function findMissing(objects) {
  const deployments = objects.filter(({ object }) => object.kind === 'Deployment').map(({ object }) => object)
  return objects.flatMap(({ from, object: { kind, metadata, spec } }) => {
    const { matchLabels = kind === 'Service' ? spec.selector : undefined } = (kind === 'PodDisruptionBudget' && spec.selector) || {}
    const target = kind === 'HorizontalPodAutoscaler' ? spec.scaleTargetRef.name : undefined
    if (!target && !matchLabels) return []
    const labelsOf = (deployment) => deployment.spec.template.metadata.labels
    const isThere = deployments.some((each) =>
      target ? each.metadata.name === target : Object.entries(matchLabels).every(([name, value]) => labelsOf(each)[name] === value),
    )
    return isThere ? [] : [`${from}: ${kind} ${metadata.name}: leads to no deployment`]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sources = kustomizations().flatMap(readSources)
  const rendered = kustomizations().map(render)
  const all = [...sources, ...rendered.flatMap((each) => each ?? [])]
  const problems = [...findWrongTypes(all), ...[sources, ...rendered.filter(Boolean)].flatMap(findProblems)]
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (rendered.includes(null)) process.stdout.write('Not rendered, because this machine has neither kubectl nor kustomize.\n')
  process.exit(problems.length === 0 ? 0 : 1)
}
