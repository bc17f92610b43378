import json, os, sys, urllib.request

# Writes the nodes and edges of the workspace `before` as Cypher statements, one a line.
url=os.environ['NEO4J_HTTP']+'/db/neo4j/query/v2'
def q(s,**p):
    r=urllib.request.Request(url,json.dumps({"statement":s,"parameters":p}).encode(),{'Content-Type':'application/json','Accept':'application/vnd.neo4j.query'})
    return json.load(urllib.request.urlopen(r))['data']['values']
def lit(v):
    t=v['$type']
    x=v['_value']
    if t=='String': return json.dumps(x,ensure_ascii=False)
    if t in('Integer','Float'): return str(x)
    if t=='Boolean': return str(x).lower()
    if t=='List': return '['+', '.join(lit(e) for e in x)+']'
    if t=='Null': return 'null'
    if t=='Map': return '{'+', '.join('`%s`: %s'%(k,lit(e)) for k,e in sorted(x.items()))+'}'
    if t in('OffsetDateTime','ZonedDateTime'): return 'datetime("%s")'%x
    if t=='LocalDateTime': return 'localdatetime("%s")'%x
    raise Exception(t)
W='before'
ns=q("MATCH (n) WHERE n.workspace=$w RETURN elementId(n), labels(n), properties(n) ORDER BY labels(n)[0], n.key, n.id",w=W)
num={}
out=[]
for i,(e,l,p) in enumerate(ns):
    num[e['_value']]=i
    out.append('CREATE (:%s:`_before` {`_n`: %d, %s})'%(':'.join('`%s`'%x['_value'] for x in l['_value']),i,lit(p)[1:-1]))
rs=q("MATCH (a)-[r]->(b) WHERE a.workspace=$w RETURN elementId(a), type(r), properties(r), elementId(b)",w=W)
rows=sorted((num[a['_value']],t['_value'],num[b['_value']],lit(p)) for a,t,p,b in rs)
for a,t,b,p in rows:
    out.append('MATCH (a:`_before` {`_n`: %d}), (b:`_before` {`_n`: %d}) CREATE (a)-[:`%s` %s]->(b)'%(a,b,t,p))
open(sys.argv[1],'w').write('\n'.join(out)+'\n')
