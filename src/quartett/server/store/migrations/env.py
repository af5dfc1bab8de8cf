"""Runs the migrations on the connection that `sql_migrate` hands over."""

from alembic import context

from quartett.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
