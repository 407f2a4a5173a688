name = 같은 작업 반복
headline = 한 번만 하고 보관해 두면 될 일을 요청마다 다시 합니다.
expected = 요청마다 자격 증명을 읽어 들이거나, 요청보다 훨씬 오래 유효한 토큰이나 키, 시크릿을 새로 받아 오며, 그 시간이 응답 시간의 큰 부분이다
falsifier = 요청마다 자기만의 토큰이 필요하거나, 토큰을 만료될 때까지 보관해도 그 시간이 그대로다
fix = 한 번만 한다. 자격 증명, 키, 토큰을 객체 하나에 보관하고, 토큰이 만료되기 조금 전에 다시 받아 온다
no-stacks = 요청 스레드의 스택이 없다
observed = { $rate }에서, 요청이 서비스 안에 있는 { $inside } 중 { $kept }는 보관해 둘 수 있는 일에 쓴다. { $what ->
    [fetching] 모두 토큰이나 키, 시크릿을 받아 오는 데 쓴다
    [loading] 모두 자격 증명을 읽어 들이는 데 쓴다
   *[both] 토큰이나 키, 시크릿을 받아 오는 데 { $fetching }, 자격 증명을 읽어 들이는 데 { $loading }이다
 }
now-and-then = { $observed }. 그러나 초 단위로 나누면 전체의 { $share }에서만 보인다. 토큰을 갱신할 때의 모습이다
holds = { $observed }. { $growth }
growth = 이 일과 그 때문에 생기는 대기가 응답 시간 증가분의 { $share }를 설명한다
does-not-limit = { $observed }. 그러나 부하가 늘 때 서비스가 느려지는 이유는 아니다
of-cpu = { $observed }. 이 일은 요청이 쓰는 CPU의 { $share }이고, CPU는 한계에 도달했다
less-of-cpu = { $says }. 원인으로 지목하려면 { $least } 이상이어야 한다
whose = { $holds }. 요청마다 자기만의 토큰이 필요한지는 볼 수 없다
fetching = 요청이 토큰이나 키, 시크릿을 받아 오는 데 { $ms }를 쓴다
loading = 요청이 자격 증명을 읽어 들이는 데 { $ms }를 쓴다
same-words = { $rate }에서, 요청은 호출 { $endpoint }에 { $ms }를 쓴다. 부하의 요청은 서로 다른데 이 호출의 { $share }는 바로 앞 호출과 글자까지 똑같다. 바뀌지 않는 답이라면 보관해 둘 수 있다
keep-the-answer = 답이 오래되어도 되는 시간 동안 보관하고, 그보다 오래되면 요청 하나만 다시 물어보게 한다
says-the-same = 호출 { $endpoint } 가운데 { $share }는 바로 앞 호출과 글자까지 똑같다
beside = 이와 함께, { $files }
fetched-again = { $rate }에서, 요청은 서비스 안에 있는 { $inside } 중 { $ms }를 토큰이나 키를 받아 오는 호출 { $endpoint }에 쓴다. 부하의 요청은 서로 다른데 호출의 { $share }는 바로 앞 호출과 글자까지 똑같다
