/** Notes what becomes of jobs and hosts, by the clock of the database: which part of a takeover takes how long. */
export const WHAT_BECAME_OF_JOBS = `
  CREATE TABLE chaos_noted (at timestamptz, what text);
  CREATE FUNCTION chaos_note_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO chaos_noted VALUES (clock_timestamp(), 'job ' || left(NEW.id::text, 4) || ' ' || NEW.name || ' ' || NEW.data::text
      || ': ' || NEW.state || ', try ' || NEW.retry_count);
    RETURN NEW;
  END $$;
  CREATE TRIGGER chaos_note_new AFTER INSERT ON tidemark_jobs.job FOR EACH ROW EXECUTE FUNCTION chaos_note_job();
  CREATE TRIGGER chaos_note_job AFTER UPDATE ON tidemark_jobs.job FOR EACH ROW
    WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION chaos_note_job();
  CREATE FUNCTION chaos_note_hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO chaos_noted VALUES (clock_timestamp(), NEW.host || ' is held by ' || coalesce(left(NEW.holder, 4), 'nobody'));
    RETURN NEW;
  END $$;
  CREATE TRIGGER chaos_note_hold AFTER UPDATE ON host_lease FOR EACH ROW
    WHEN (NEW.holder IS DISTINCT FROM OLD.holder) EXECUTE FUNCTION chaos_note_hold()`;
