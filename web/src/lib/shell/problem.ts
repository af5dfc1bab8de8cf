/** What a page says in place of what it could not get. */
import { Denied } from '../api/client';
import { t } from '../i18n/index.svelte';

export interface ProblemShown {
  title: string;
  text: string;
  /** trying again helps only where nothing was heard */
  retry?: () => void;
}

/** Why a table is not shown: it is not there, it cannot be opened, or the server cannot be reached. */
export function tableProblem(error: unknown, retry: () => void): ProblemShown {
  if (!(error instanceof Denied)) return { title: t('offline'), text: t('offline.about'), retry };
  const missing = error.problem.reason === 'server.no_such_table';
  return { title: t(missing ? 'table.missing' : 'table.refused'), text: error.message };
}
