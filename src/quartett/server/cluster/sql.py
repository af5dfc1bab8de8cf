"""The statements by which nodes share tables; every moment is the database's."""

from quartett.server.store.postgres_sql import NOW
from quartett.server.store.reading import WHOLE

LEASE_MS = 6000
"""How long after a node's last sign of life others can claim its tables."""

ORPHANED_MS = 30_000
"""A table whose owner is no node, but a server of its own or of another version, is overdue so
long before anybody takes it away."""

JOIN = f"""
INSERT INTO nodes (id, url, state, lease_until, started_at, version)
VALUES ($1, $2, $3, {NOW} + {LEASE_MS}, {NOW}, $4) RETURNING {NOW}"""

# A lease that was over once is not revived: its tables may be others' by now.
RENEW = f"""
UPDATE nodes SET lease_until = {NOW} + {LEASE_MS}, state = $2
WHERE id = $1 AND lease_until > {NOW} RETURNING id"""

LEAVE = f"UPDATE nodes SET state = 'gone', lease_until = {NOW} WHERE id = $1"

FORGET = f"""
DELETE FROM nodes WHERE lease_until < {NOW} - 3600000
AND NOT EXISTS (SELECT FROM tables WHERE owner = nodes.id)"""

# The epoch goes up: whatever the one who releases still had on its way is refused.
RELEASE = """
UPDATE tables SET owner = NULL, epoch = tables.epoch + 1, version = tables.version + 1
FROM unnest($1::text[], $2::bigint[]) AS held (id, epoch)
WHERE tables.id = held.id AND tables.epoch = held.epoch AND tables.owner = $3"""

# Each node takes others than its neighbours, who look at the same moment. The row locks last until
# the owner is written; a claim of its own then raises the epoch.
_PART = f"""SELECT id FROM tables WHERE {WHOLE} AND due_at <= {NOW} AND {{condition}}
        ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED"""
TAKE_DUE = f"""
WITH unowned AS (
    {_PART.format(condition="owner IS NULL")}
), left_behind AS (
    {_PART.format(condition=f"owner IN (SELECT id FROM nodes WHERE lease_until <= {NOW})")}
), orphaned AS (
    {
    _PART.format(
        condition=f"due_at <= {NOW} - {ORPHANED_MS} AND owner IS NOT NULL"
        " AND NOT EXISTS (SELECT FROM nodes WHERE nodes.id = owner)"
    )
}
)
UPDATE tables SET owner = $1
WHERE id IN (TABLE unowned UNION TABLE left_behind UNION TABLE orphaned)
AND EXISTS (SELECT FROM nodes WHERE id = $1 AND lease_until > {NOW})
RETURNING id"""

NODES = f"""
SELECT id, url, state, (lease_until - {NOW})::bigint AS left_ms, started_at, version,
    (SELECT count(*) FROM tables WHERE owner = nodes.id) AS tables
FROM nodes WHERE lease_until > {NOW} OR state <> 'gone' ORDER BY url, started_at"""

READY = f"SELECT id, url FROM nodes WHERE state = 'ready' AND lease_until > {NOW} AND id <> $1"

HAND_OVER = "quartett_hand_over"
"""The channel that asks an owner that clients cannot reach to give a table up."""

ASK_FOR = f"SELECT pg_notify('{HAND_OVER}', $1)"
