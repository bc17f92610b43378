# An endpoint whose replies no extraction can be read from.
from http.server import *
import json
class H(BaseHTTPRequestHandler):
    def log_message(self,*a): pass
    def do_POST(self):
        n=int(self.headers['content-length']); self.rfile.read(n)
        b=json.dumps({"id":"x","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"I would rather talk about the harbour and its lighthouse keepers."}}],"usage":{"prompt_tokens":100,"completion_tokens":12,"total_tokens":112}}).encode()
        self.send_response(200); self.send_header('content-type','application/json'); self.send_header('content-length',str(len(b))); self.end_headers(); self.wfile.write(b)
ThreadingHTTPServer(('127.0.0.1',18099),H).serve_forever()
