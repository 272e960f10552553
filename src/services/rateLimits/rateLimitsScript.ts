/**
 * Counts one request of a workspace, for Redis 5 or newer. KEYS are the workspace's counters of this minute and this day. ARGV is the name
 * of the process and, for each counter: limit, width in milliseconds, and the process's state: index, known, handed, own, born (as in
 * rateLimitWindows.ts).
 *
 * A counter stores how many requests each process allowed, and `total`. If a process reports more than stored, it allowed the difference
 * while Redis was unavailable, and the script adds it. If `born` is not the counter's, Redis lost the earlier counter: the largest count
 * that any process reports for it becomes the `base` of the new one.
 *
 * Returns whether the request was counted, Redis' time in milliseconds, and for each counter: total, the process's part, born.
 */
export const TAKE_REQUEST = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local process = ARGV[1]
local counters, taken = {}, 1

for i, key in ipairs(KEYS) do
  local limit, width, index, known, handed, own, born = unpack(ARGV, i * 7 - 5, i * 7 + 1)
  local current = math.floor(now / width)
  local stored = redis.call('HMGET', key, 'index', 'born', 'total', 'base', process)
  local counter = { born = tonumber(stored[2]), total = tonumber(stored[3]) or 0, base = tonumber(stored[4]) or 0, mine = tonumber(stored[5]) }
  if tonumber(stored[1]) ~= current then
    counter = { born = time[1] * 1000000 + time[2], total = 0, base = 0 }
    redis.call('DEL', key)
    redis.call('HSET', key, 'index', current, 'born', counter.born)
    redis.call('PEXPIREAT', key, (current + 1) * width)
  end
  if tonumber(index) == current then
    if not counter.mine and tonumber(born) ~= counter.born then
      counter.total = counter.total + math.max(0, known - counter.base)
      counter.base = math.max(known, counter.base)
      counter.mine = tonumber(handed)
    end
    local more = math.max(0, own - (counter.mine or 0))
    counter.total = counter.total + more
    counter.mine = (counter.mine or 0) + more
  end
  if counter.total >= tonumber(limit) then taken = 0 end
  counters[i] = counter
end

local answer = { taken, now }
for i, key in ipairs(KEYS) do
  local counter = counters[i]
  counter.total = counter.total + taken
  counter.mine = (counter.mine or 0) + taken
  redis.call('HSET', key, 'total', counter.total, 'base', counter.base, process, counter.mine)
  for _, value in ipairs({ counter.total, counter.mine, counter.born }) do table.insert(answer, value) end
end
return answer
`
