/** The floor of the API bench: bare node:http, the same SQL through the same driver, and nothing else. */
import { createServer } from 'node:http';
import pg from 'pg';

const [url, customerId, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });

const page = {
  name: 'floor-page',
  text: `SELECT id, amount, due_date, status, risk_score, created_at FROM invoices
    WHERE customer_id = $1 ORDER BY created_at DESC, id DESC LIMIT 51`,
};
const insertion = {
  name: 'floor-ticket',
  text: `INSERT INTO tickets (customer_id, author_id, ticket_number, subject, description, priority)
    VALUES ($1, $2, 'TKT-' || nextval('floor_numbers'), $3, $4, $5)
    RETURNING id, ticket_number, subject, description, priority, status, created_at`,
};

await pool.query('CREATE SEQUENCE IF NOT EXISTS floor_numbers');
// Customers in turn, like the requests to the server.
const { rows: writers } = await pool.query<[customerId: string, userId: string]>({
  text: 'SELECT customer_id, user_id FROM memberships',
  rowMode: 'array',
});
let written = 0;

createServer((request, response) => {
  const respond = (status: number, rows: unknown[]) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows));
  };
  if (request.method === 'GET') {
    void pool.query({ ...page, values: [customerId] }).then(({ rows }) => respond(200, rows));
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const { subject, description, priority } = JSON.parse(body) as Record<string, string>;
    const writer = writers[(written += 1) % writers.length] ?? [];
    void pool
      .query({ ...insertion, values: [...writer, subject, description, priority] })
      .then(({ rows }) => respond(201, rows));
  });
}).listen(Number(port), '127.0.0.1');
